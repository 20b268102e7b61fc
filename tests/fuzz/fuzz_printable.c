/* Text made safe: one line of valid UTF-8 that gives no orders, whatever went in. */
#include "lint/text/text.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct str in = {(const char *)data, size};
	struct str out = printable(&a, in), cut = printable_cut(&a, out, size / 2);
	size_t n;

	for (size_t at = 0; at < out.n; at += n) {
		uint32_t point;

		n = utf8_length(out, at, &point);
		fuzz_check(n > 0 && point >= 0x20 && (point < 0x7f || point > 0x9f));
		fuzz_check(point != 0x2028 && point != 0x2029 &&
			   !(point >= 0x202a && point <= 0x202e) &&
			   !(point >= 0x2066 && point <= 0x2069));
	}
	fuzz_check(out.n == 0 || !memmem(out.s, out.n, "##[", 3));
	fuzz_touch(cut);
	fuzz_touch(printable_utf8(&a, in));
	arena_free(&a);
	return 0;
}
