# gpumem-lint
#
#   make            builds ./gpumem-lint and runs it on a sample; installs missing packages first
#   make check      every test; the last line says how many passed and failed
#   make help       the other targets
#
# VARIANT=release (default), debug or asan selects flags; objects go to build/$(VARIANT)[-clang].

.DEFAULT_GOAL := all
VARIANT ?= release
ifeq ($(filter $(VARIANT),release debug asan coverage),)
$(error VARIANT is $(VARIANT), but only release, debug, asan and coverage are known)
endif
CC ?= cc
B := build/$(VARIANT)$(if $(findstring clang,$(CC)),-clang)

# Packages, and what pkg-config says of the libraries: found once, then kept.
ifeq ($(filter clean distclean help,$(MAKECMDGOALS)),)
include build/setup.mk
endif
build/setup.mk: tools/setup.sh tools/cjson.sh
	@CC='$(CC)' tools/setup.sh $@

WARN := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wcast-qual \
	-Wundef -Wswitch-enum -Wformat=2 -Wvla -Wstrict-prototypes -Wmissing-prototypes -Wnull-dereference
BASE := -std=c11 -D_GNU_SOURCE -g -ffp-contract=off -fno-strict-aliasing
X86 := $(filter x86_64-%,$(shell $(CC) -dumpmachine 2>/dev/null))
FLAGS_release := -O2 -fPIE -fstack-protector-strong -fstack-clash-protection \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 $(if $(X86),-fcf-protection) \
	-ffunction-sections -fdata-sections
FLAGS_debug := -O1 -fPIE
FLAGS_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_coverage := -O0 --coverage

# The release is one file that needs nothing; with the shared libcjson it cannot be.
STATIC := $(if $(filter source,$(CJSON_KIND)),-static-pie,-pie)
LINK_release := $(STATIC) -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--gc-sections
LINK_debug := $(STATIC)
LINK_asan := -fsanitize=address,undefined
LINK_coverage := --coverage
STRIP := $(if $(filter release,$(VARIANT)),-s)

CPPFLAGS_ALL := $(DEPS_CFLAGS) -isystem build/deps/cjson
CFLAGS_ALL := $(BASE) $(WARN) $(FLAGS_$(VARIANT)) $(CPPFLAGS_ALL) $(CPPFLAGS) $(CFLAGS)
# Third-party code: our hardening, not our warnings.
CFLAGS_DEPS := $(BASE) -w $(FLAGS_$(VARIANT)) $(CPPFLAGS_ALL)
LIBS := $(if $(filter source,$(CJSON_KIND)),,-lcjson) $(DEPS_STATIC) -lm

MAPS := $(sort $(wildcard lint/maps/*.c))
SRC := $(sort $(wildcard core/*.c lint/*.c lint/eval/*.c lint/python/*.c lint/shell/*.c)) $(MAPS)
LIB_SRC := $(filter-out lint/main.c,$(SRC))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o) $(B)/gen/frameworks.o $(B)/gen/callables.o \
	$(B)/gen/models.o $(B)/gen/gpus.o \
	$(if $(filter source,$(CJSON_KIND)),$(B)/deps/cJSON.o)
MAIN_OBJ := $(B)/lint/main.o

all: gpumem-lint

# The variant that was built last.
gpumem-lint: $(B)/gpumem-lint
	@cmp -s $< $@ || cp -f $< $@

$(B)/gpumem-lint: $(MAIN_OBJ) $(B)/libgpumem.a
	@echo "  LD $@"
	@$(CC) $(LINK_$(VARIANT)) $(STRIP) $(LDFLAGS) -o $@ $^ $(LIBS)

$(B)/libgpumem.a: $(LIB_OBJ)
	@rm -f $@
	@ar rcs $@ $^

$(B)/%.o: %.c build/setup.mk
	@mkdir -p $(@D)
	@echo "  CC $<"
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(B)/deps/cJSON.o: build/setup.mk
	@mkdir -p $(@D)
	@echo "  CC cJSON $(CJSON_VERSION)"
	@$(CC) $(CFLAGS_DEPS) -c -o $@ build/deps/cjson/cJSON.c

# The registry: a file NAME.c of lint/maps/ defines struct framework framework_NAME.
$(B)/gen/frameworks.c: $(MAPS) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "../../../lint/map.h"'; \
	   for f in $(basename $(notdir $(MAPS))); do echo "extern const struct framework framework_$$f;"; done; \
	   echo 'const struct framework *const frameworks[] = {'; \
	   for f in $(basename $(notdir $(MAPS))); do echo "&framework_$$f,"; done; echo 'NULL};'; \
	   echo 'const size_t frameworks_n = sizeof(frameworks) / sizeof(*frameworks) - 1;'; } > $@

# The tables of facts: CSV rows become C data by a program that runs here.
build/mktables: core/tables/mktables.c core/model.h build/setup.mk
	@echo "  CC $@"
	@$(CC) $(BASE) $(WARN) -O1 -o $@ $<
$(B)/gen/models.c: build/mktables core/tables/models.csv
	@mkdir -p $(@D)
	@$< models core/tables/models.csv > $@
$(B)/gen/gpus.c: build/mktables core/tables/gpus.csv core/tables/instances.csv
	@mkdir -p $(@D)
	@$< gpus core/tables/gpus.csv core/tables/instances.csv > $@
$(B)/gen/%.o: $(B)/gen/%.c
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
# The index of their callables' names, sorted at build time.
$(B)/gen/callables.c: $(B)/tools/callables.o $(B)/gen/frameworks.o $(MAPS:%.c=$(B)/%.o)
	@$(CC) $(LINK_$(VARIANT)) $(LDFLAGS) -o $(@:.c=) $^
	@$(@:.c=) > $@.new && mv $@.new $@

# Unit tests: tests/check_NAME.c, linked against everything but main.o.
CHECKS := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/check_*.c)))
$(B)/tests/%: $(B)/tests/%.o $(B)/libgpumem.a
	@$(CC) $(filter-out -static-pie,$(LINK_$(VARIANT))) $(LDFLAGS) -o $@ $^ $(LIBS) $(CHECK_LIBS)

unit: $(CHECKS)
	@status=0; for t in $^; do $$t || status=1; done; exit $$status

check: all unit

clean:
	rm -rf build/release* build/debug* build/asan* build/coverage* gpumem-lint
distclean:
	rm -rf build gpumem-lint

-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(CHECKS:=.d)
.PHONY: all gpumem-lint unit check clean distclean
.PRECIOUS: $(B)/tests/%.o
.DELETE_ON_ERROR:
