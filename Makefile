# gpumem-lint: make builds ./gpumem-lint, make check runs every test.
# VARIANT=release (default) | debug | asan selects flags and build/$(VARIANT)/.

VARIANT ?= release
B := build/$(VARIANT)
CC ?= cc
PKG_CONFIG ?= pkg-config

WARN := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wcast-qual \
	-Wundef -Wswitch-enum -Wformat=2 -Wvla -Wstrict-prototypes -Wmissing-prototypes -Wnull-dereference
BASE := -std=c11 -D_GNU_SOURCE -g -ffp-contract=off -fno-strict-aliasing
FLAGS_release := -O2 -fPIE -fstack-protector-strong -fstack-clash-protection \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -ffunction-sections -fdata-sections
LINK_release := -static-pie -Wl,-z,relro,-z,now -Wl,--gc-sections -s
FLAGS_debug := -O1 -fPIE
LINK_debug := -static-pie
FLAGS_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LINK_asan := -fsanitize=address,undefined
ifeq ($(filter $(VARIANT),release debug asan),)
$(error VARIANT is $(VARIANT), but only release, debug and asan are known)
endif

CFLAGS_ALL := $(BASE) $(WARN) $(FLAGS_$(VARIANT)) $(CFLAGS)

MAPS := $(sort $(wildcard lint/maps/*.c))
SRC := $(sort $(wildcard core/*.c lint/*.c lint/eval/*.c lint/python/*.c lint/shell/*.c)) $(MAPS)
LIB_SRC := $(filter-out lint/main.c,$(SRC))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o) $(B)/gen/frameworks.o
MAIN_OBJ := $(B)/lint/main.o
LIBS := -lm

all: gpumem-lint

gpumem-lint: $(B)/gpumem-lint
	@cp -f $< $@

$(B)/gpumem-lint: $(MAIN_OBJ) $(B)/libgpumem.a
	$(CC) $(LINK_$(VARIANT)) $(LDFLAGS) -o $@ $^ $(LIBS)

$(B)/libgpumem.a: $(LIB_OBJ)
	@rm -f $@
	@ar rcs $@ $^

$(B)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC $<"
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# The registry: a file of lint/maps/ NAME.c defines struct framework framework_NAME.
$(B)/gen/frameworks.c: $(MAPS) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "../../../lint/map.h"'; \
	   for f in $(basename $(notdir $(MAPS))); do echo "extern const struct framework framework_$$f;"; done; \
	   echo 'const struct framework *const frameworks[] = {'; \
	   for f in $(basename $(notdir $(MAPS))); do echo "&framework_$$f,"; done; echo 'NULL};'; \
	   echo 'const size_t frameworks_n = sizeof(frameworks) / sizeof(*frameworks) - 1;'; } > $@
$(B)/gen/frameworks.o: $(B)/gen/frameworks.c
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# Unit tests: tests/check_NAME.c, linked against everything but main.o.
CHECKS := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/check_*.c)))
$(B)/tests/%: $(B)/tests/%.o $(B)/libgpumem.a
	@$(CC) $(filter-out -static-pie -s,$(LINK_$(VARIANT))) $(LDFLAGS) -o $@ $^ $(LIBS) $(shell $(PKG_CONFIG) --libs check)

unit: $(CHECKS)
	@status=0; for t in $^; do $$t || status=1; done; exit $$status

check: all unit

clean:
	rm -rf build gpumem-lint

-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d)
.PHONY: all unit check clean
.SECONDARY:
