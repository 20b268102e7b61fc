#include "bytes.h"

#include <math.h>

uint64_t bytes_add(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? BYTES_MAX : sum;
}

uint64_t bytes_sub(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

uint64_t bytes_of(double x)
{
	if (!(x > 0))
		return 0;
	x = ceil(x);
	return x >= 18446744073709551615.0 ? BYTES_MAX : (uint64_t)x;
}

struct str bytes_text(struct arena *a, uint64_t n)
{
	static const struct {
		uint64_t size;
		const char *name;
	} units[] = {{GIB * 1024, "TiB"}, {GIB, "GiB"}, {MIB, "MiB"}, {KIB, "KiB"}};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		double x = (double)n / (double)units[i].size;

		if (n >= units[i].size)
			return str_fmt(a, x < 10 ? "%.2f %s" : "%.1f %s", x, units[i].name);
	}
	return str_fmt(a, "%llu B", (unsigned long long)n);
}

bool bytes_parse(struct str s, uint64_t *out)
{
	static const struct {
		const char *name;
		uint64_t size;
	} units[] = {
		{"", 1},     {"b", 1},	   {"k", KIB},	 {"kb", 1000}, {"kib", KIB}, {"ki", KIB},
		{"m", MIB},  {"mb", 1000000}, {"mib", MIB}, {"mi", MIB},  {"g", GIB},   {"gb", GB},
		{"gib", GIB}, {"gi", GIB}, {"t", GIB * 1024}, {"tb", GB * 1000}, {"tib", GIB * 1024}, {"ti", GIB * 1024},
	};
	size_t digits = 0;
	double number;

	s = str_trim(s);
	while (digits < s.n && ((s.s[digits] >= '0' && s.s[digits] <= '9') || s.s[digits] == '.'))
		digits++;
	if (!str_to_real(str_sub(s, 0, digits), &number))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (str_is_nocase(str_trim(str_sub(s, digits, s.n)), units[i].name)) {
			*out = bytes_of(number * (double)units[i].size);
			return true;
		}
	}
	return false;
}
