#include "date.h"

enum { YEAR_FIRST = 1970, YEAR_LAST = 9999 };

static bool is_leap(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int64_t days_in_year(int64_t year)
{
	return is_leap(year) ? 366 : 365;
}

static int64_t days_in_month(int64_t year, int64_t month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return days[month - 1] + (month == 2 && is_leap(year));
}

static bool is_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] < '0' || s.s[i] > '9')
			return false;
	return true;
}

bool date_parse(struct str text, int64_t *day)
{
	struct str parts[] = {str_sub(text, 0, 4), str_sub(text, 5, 7), str_sub(text, 8, 10)};
	int64_t n[3], sum = 0;

	if (text.n != 10 || text.s[4] != '-' || text.s[7] != '-')
		return false;
	for (size_t i = 0; i < 3; i++)
		if (!is_digits(parts[i]) || !str_to_int(parts[i], &n[i]))
			return false;
	if (n[0] < YEAR_FIRST || n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > days_in_month(n[0], n[1]))
		return false;
	for (int64_t year = YEAR_FIRST; year < n[0]; year++)
		sum += days_in_year(year);
	for (int64_t month = 1; month < n[1]; month++)
		sum += days_in_month(n[0], month);
	*day = sum + n[2] - 1;
	return true;
}

struct str date_text(struct arena *a, int64_t day)
{
	int64_t year = YEAR_FIRST, month = 1;

	day = day < 0 ? 0 : day;
	for (; year < YEAR_LAST && day >= days_in_year(year); year++)
		day -= days_in_year(year);
	for (; month < 12 && day >= days_in_month(year, month); month++)
		day -= days_in_month(year, month);
	if (day >= days_in_month(year, month))
		day = days_in_month(year, month) - 1;
	return str_fmt(a, "%04d-%02d-%02d", (int)year, (int)month, (int)day + 1);
}
