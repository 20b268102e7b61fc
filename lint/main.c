#include <stdio.h>

int main(void)
{
	puts("gpumem-lint");
	return 0;
}
