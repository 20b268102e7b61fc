# gpumem-lint
#
#   make            builds ./gpumem-lint and runs it on a sample; installs missing packages first
#   make check      every test; the last line says how many passed and failed
#   make help       the other targets
#
# VARIANT=release (default), debug, asan, tsan, coverage or fuzz selects flags; objects go to build/VARIANT,
# or build/VARIANT-clang.

.DEFAULT_GOAL := all
VARIANT ?= release
ifeq ($(filter $(VARIANT),release debug asan tsan coverage fuzz),)
$(error VARIANT is $(VARIANT), but only release, debug, asan, tsan, coverage and fuzz are known)
endif
# As many compilers as there are processors, in the outermost make.
ifeq ($(MAKELEVEL)$(findstring -j,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
CC ?= cc
B := build/$(VARIANT)$(if $(findstring clang,$(CC)),-clang)

# Packages, and what pkg-config says of the libraries: found once, then kept.
ifeq ($(filter clean distclean help,$(MAKECMDGOALS)),)
include build/setup.mk
endif
build/setup.mk: tools/setup.sh tools/cjson.sh
	@CC='$(CC)' SETUP_INSTALL='$(SETUP_INSTALL)' tools/setup.sh $@

WARN := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wcast-qual \
	-Wundef -Wswitch-enum -Wformat=2 -Wvla -Wstrict-prototypes -Wmissing-prototypes -Wnull-dereference
# Headers are named from the root; within a folder by their name alone.
BASE := -std=c11 -D_GNU_SOURCE -iquote . -g -ffp-contract=off -fno-strict-aliasing
X86 := $(filter x86_64-%,$(shell $(CC) -dumpmachine 2>/dev/null))
FLAGS_release = $(if $(filter $(HOT),$<),$(FAST),-Os) -fPIE -fstack-protector-strong -fstack-clash-protection \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 $(if $(X86),-fcf-protection) \
	-ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables
# Without room between functions and before jumps, which makes them a twentieth larger and no faster.
FAST := -O2 -falign-functions=1 -falign-loops=1 $(if $(findstring clang,$(CC)),,-falign-jumps=1 -falign-labels=1)
# Where a run spends its time: scanning, parsing, evaluating. The rest is made small, which takes a
# tenth off the whole and costs nothing that shows (tests/bench/bench). The files are listed in tools/hot.txt.
HOT := $(shell cat tools/hot.txt)
FLAGS_debug := -O1 -fPIE
FLAGS_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_tsan := -O1 -fsanitize=thread -fno-omit-frame-pointer
FLAGS_coverage := -O0 --coverage
# Comparisons are not traced: that takes half of the time, and finds less than grammars and seeds do.
FLAGS_fuzz := -O1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-coverage=trace-cmp \
	-fno-sanitize-recover=all

# The release is one file that needs nothing; with the shared libcjson it cannot be.
STATIC := $(if $(filter source,$(CJSON_KIND)),-static-pie,-pie)
# Packed relocations: the tables are pointers, and each would take 24 bytes more.
LINK_release := $(STATIC) -Wl,-z,relro,-z,now,-z,noexecstack,-z,pack-relative-relocs -Wl,--gc-sections \
	-Wl,-T,tools/no-unwind.ld
LINK_debug := $(STATIC)
# At a fixed place: to move its tables of rows takes a sixth of each of the many short runs.
LINK_asan := -fsanitize=address,undefined -no-pie
LINK_tsan := -fsanitize=thread
LINK_coverage := --coverage
LINK_fuzz := -fsanitize=address,undefined
STRIP := $(if $(filter release,$(VARIANT)),-s)

CPPFLAGS_ALL := $(DEPS_CFLAGS) -isystem build/deps/cjson
# Expanded for each file: the flags of a release depend on it.
CFLAGS_ALL = $(BASE) $(WARN) $(FLAGS_$(VARIANT)) $(CPPFLAGS_ALL) $(CPPFLAGS) $(CFLAGS)
# Third-party code: our hardening, not our warnings.
CFLAGS_DEPS := $(BASE) -w $(FLAGS_$(VARIANT)) $(CPPFLAGS_ALL)
LIBS := $(if $(filter source,$(CJSON_KIND)),,-lcjson) $(DEPS_STATIC) -lm -pthread

# "  CC file" per step, but nothing under -s.
silent = $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
say = @$(if $(silent),:,echo)

FRAMEWORK_SRC := $(sort $(wildcard lint/frameworks/*/*.c))
FRAMEWORKS := $(shell sed -n 's/^const struct framework framework_\([a-z0-9_]*\) = .*/\1/p' $(FRAMEWORK_SRC))
SRC := $(sort $(filter-out $(FRAMEWORK_SRC) core/tables/%,$(shell find core lint -name '*.c'))) $(FRAMEWORK_SRC)
LIB_SRC := $(filter-out lint/main.c,$(SRC))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o) $(B)/gen/lint/frameworks/frameworks.o $(B)/gen/lint/frameworks/callables.o \
	$(B)/gen/core/model/models.o $(B)/gen/core/gpu/gpus.o $(B)/gen/lint/cli/pages.o $(B)/gen/lint/report/html_assets.o \
	$(if $(filter source,$(CJSON_KIND)),$(B)/deps/cJSON.o)
MAIN_OBJ := $(B)/lint/main.o

# The main job on a sample: a 7B baseline that died on a 24 GB card. Findings are what it is to show.
SAMPLE := fixtures/projects/baseline-7b-died/repo
all: gpumem-lint
	@$(if $(silent),:,./gpumem-lint --root $(SAMPLE) || [ $$? = 1 ])

# The variant that was built last.
gpumem-lint: $(B)/gpumem-lint
	@cmp -s $< $@ || cp -f $< $@

$(B)/gpumem-lint: $(MAIN_OBJ) $(B)/libgpumem.a tools/no-unwind.ld
	$(say) "  LD $@"
	@$(CC) $(LINK_$(VARIANT)) $(STRIP) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LIBS)

$(B)/libgpumem.a: $(LIB_OBJ)
	@rm -f $@
	@ar rcs $@ $^

$(B)/%.o: %.c build/setup.mk
	@mkdir -p $(@D)
	$(say) "  CC $<"
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(B)/deps/cJSON.o: build/setup.mk
	@mkdir -p $(@D)
	$(say) "  CC cJSON $(CJSON_VERSION)"
	@$(CC) $(CFLAGS_DEPS) -c -o $@ build/deps/cjson/cJSON.c

# The registry: every struct framework framework_NAME that a file of lint/frameworks/*/ defines. Files NAME_*.c beside it
# hold the keys of a framework that has many.
$(B)/gen/lint/frameworks/frameworks.c: $(FRAMEWORK_SRC) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "lint/frameworks/frameworks.h"'; \
	   for f in $(FRAMEWORKS); do echo "extern const struct framework framework_$$f;"; done; \
	   echo 'const struct framework *const frameworks[] = {'; \
	   for f in $(FRAMEWORKS); do echo "&framework_$$f,"; done; echo 'NULL};'; \
	   echo 'const size_t frameworks_n = sizeof(frameworks) / sizeof(*frameworks) - 1;'; } > $@

# The tables of facts: CSV rows become C data by a program that runs here.
build/mktables: core/tables/mktables.c core/gpu/gpu_name.c core/gpu/gpu_name.h core/model/catalog.h build/setup.mk
	$(say) "  CC $@"
	@$(CC) $(BASE) $(WARN) -O1 -o $@ $(filter %.c,$^)
$(B)/gen/core/model/models.c: build/mktables core/tables/models.csv
	@mkdir -p $(@D)
	@$< models core/tables/models.csv > $@
$(B)/gen/core/gpu/gpus.c: build/mktables core/tables/gpus.csv core/tables/instances.csv
	@mkdir -p $(@D)
	@$< gpus core/tables/gpus.csv core/tables/instances.csv > $@
# Documents that the program prints itself (explain, schema), as arrays of bytes.
PAGES := $(sort $(wildcard docs/rules/*.md)) docs/schema.json $(sort $(wildcard docs/*-schema.json))
$(B)/gen/lint/cli/pages.c: $(PAGES) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "lint/cli/pages.h"'; \
	   for f in $(PAGES); do echo "static const unsigned char page_$$(basename $$f | tr -c 'a-z\n' _)[] = {"; \
	   od -An -v -tu1 $$f | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; done; \
	   echo 'const struct page pages[] = {'; \
	   for f in $(PAGES); do n=page_$$(basename $$f | tr -c 'a-z\n' _); \
	   b=$$(basename $$f); echo "{\"$${b%.*}\", $$n, sizeof($$n) - 1},"; done; echo '};'; \
	   echo 'const size_t pages_n = sizeof(pages) / sizeof(*pages);'; } > $@
# The style and the script of the HTML report, in the same way.
$(B)/gen/lint/report/html_assets.c: lint/report/assets/report.css lint/report/assets/report.js Makefile
	@mkdir -p $(@D)
	@{ echo '#include "lint/report/html.h"'; \
	   for f in style:css script:js; do echo "const unsigned char html_$${f%:*}[] = {"; \
	   od -An -v -tu1 lint/report/assets/report.$${f#*:} | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; \
	   echo "const size_t html_$${f%:*}_n = sizeof(html_$${f%:*}) - 1;"; done; } > $@
# What is generated belongs to the room whose folder it lies in below gen/ (tools/walls.sh).
$(B)/gen/%.o: $(B)/gen/%.c
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
# The index of their callables' names, sorted at build time.
$(B)/gen/lint/frameworks/callables.c: $(B)/tools/callables.o $(B)/gen/lint/frameworks/frameworks.o $(FRAMEWORK_SRC:%.c=$(B)/%.o)
	@mkdir -p $(@D)
	@$(CC) $(LINK_$(VARIANT)) $(LDFLAGS) -o $(@:.c=) $^
	@$(@:.c=) > $@.new && mv $@.new $@

# The document that says what is read of each framework, from its rows.
$(B)/frameworks.md: $(B)/tools/frameworks_page.o $(B)/libgpumem.a
	@$(CC) $(filter-out -static-pie,$(LINK_$(VARIANT))) $(LDFLAGS) -o $(B)/tools/frameworks_page $^ $(LIBS)
	@$(B)/tools/frameworks_page > $@.new && mv $@.new $@

# Unit tests: check_NAME.c in tests/unit/, by the rooms of the sources, and in tests/accuracy/; programs that suites run:
# tool_NAME.c, and truth.c. Each is one program, BUILD/tests/NAME, linked against everything but main.o.
CHECK_SRC := $(sort $(shell find tests -name 'check_*.c'))
TOOL_SRC := $(sort $(shell find tests -name 'tool_*.c'))
CHECKS := $(foreach f,$(CHECK_SRC),$(B)/tests/$(basename $(notdir $f)))
TOOLS := $(foreach f,$(TOOL_SRC),$(B)/tests/$(basename $(notdir $f)))
define test_program
$(B)/tests/$(basename $(notdir $1)): $(1:%.c=$(B)/%.o) $(B)/libgpumem.a
	@$$(CC) $$(filter-out -static-pie,$$(LINK_$$(VARIANT))) $$(LDFLAGS) -o $$@ $$(filter %.o,$$^) \
		$$(filter %.a,$$^) $$(LIBS) $$(CHECK_LIBS)
endef
$(foreach f,$(CHECK_SRC) $(TOOL_SRC) tests/golden/truth.c,$(eval $(call test_program,$f)))

# Readers of the accuracy tables, shared by a test and the program that writes docs/accuracy.md.
ACCURACY := $(patsubst %.c,$(B)/%.o,$(filter-out tests/accuracy/main.c $(CHECK_SRC),$(wildcard tests/accuracy/*.c)))
$(B)/tests/check_accuracy $(B)/tests/check_peft $(B)/tests/check_sharded $(B)/tests/check_step: $(ACCURACY)
$(B)/tests/accuracy/report: $(B)/tests/accuracy/main.o $(ACCURACY) $(B)/libgpumem.a
	@$(CC) $(filter-out -static-pie,$(LINK_$(VARIANT))) $(LDFLAGS) -o $@ $^ $(LIBS)

# A sanitizer's report is lost in a forked child; and a fork under ASan is slow. So is each damaged copy: the fuzzers,
# which .ci/run starts as well, run under the same sanitizers. Every fourth case has all its fixes tried.
TEST_ENV := CC='$(CC)' GPUMEM_LINT='$(abspath $(B)/gpumem-lint)' TRUTH='$(abspath $(B)/tests/truth)' \
	TOOLS='$(abspath $(B)/tests)' \
	$(if $(filter asan tsan fuzz,$(VARIANT)),CK_FORK=no SMOKE_COPIES=8 TEST_EVERY=4)

# The estimate against simulated steps and published measurements.
ORACLE ?= fixtures/accuracy/oracle-dev.csv
MEASURED ?= fixtures/accuracy/measured-dev.csv
REPORT ?= docs/accuracy.md
accuracy: $(B)/tests/accuracy/report
	@mkdir -p $(dir $(REPORT))
	@$< $(ORACLE) $(MEASURED) > $(REPORT).new && mv $(REPORT).new $(REPORT)
	@sed -n '/^| held/,/^$$/p' $(REPORT)

# Verdicts against what became of public runs; MIRRORS has a git directory OWNER+NAME of each repository.
OUTCOMES ?= fixtures/accuracy/outcomes-dev.jsonl
outcomes: gpumem-lint
	@[ -d '$(MIRRORS)' ] || { echo 'make outcomes MIRRORS=DIR: git directories OWNER+NAME of the repositories of $(OUTCOMES)' >&2; exit 2; }
	@python3 tests/accuracy/outcomes.py ./gpumem-lint '$(MIRRORS)' $(OUTCOMES) fixtures/accuracy/outcomes-why.tsv \
		> docs/outcomes.md.new && mv docs/outcomes.md.new docs/outcomes.md
	@sed -n '/^| what/,/^Of /p' docs/outcomes.md

unit: $(CHECKS)
	@$(TEST_ENV) tests/support/run.sh $^
# What runs on several threads; VARIANT=tsan finds data races in it.
threads: $(B)/tests/check_load $(B)/tests/check_huge_pages $(B)/gpumem-lint
	@$(TEST_ENV) tests/support/run.sh $(filter %/check_load %/check_huge_pages,$^) tests/program/threads.sh

# Fuzzers replayed on the fixtures and on damaged copies of them; "make fuzz" is the real thing.
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
SMOKE := $(FUZZERS:fuzz_%=$(B)/tests/smoke_%)
$(B)/tests/smoke_%: $(B)/tests/fuzz/fuzz_%.o $(B)/tests/fuzz/fuzzer.o $(B)/libgpumem.a
	@$(CC) $(filter-out -static-pie,$(LINK_$(VARIANT))) $(LDFLAGS) -o $@ $^ $(LIBS)

# The suites of scripts; each says how many tests it ran. Those that build a release of their own, or read what is
# printed for a minute in Python, run with the release only.
RELEASE_SUITES := tests/program/action.sh tests/program/precommit.sh tests/program/schemas.sh tests/program/suggestions.sh
SUITES := $(sort $(filter-out tests/support/%,$(wildcard tests/*/*.sh)))
ifneq ($(VARIANT),release)
SUITES := $(filter-out $(RELEASE_SUITES),$(SUITES))
endif

check: gpumem-lint $(CHECKS) $(TOOLS) $(SMOKE) $(B)/tests/truth
	@$(TEST_ENV) tests/support/run.sh $(SUITES) $(CHECKS) $(SMOKE)
# All but the unit tests.
suites: gpumem-lint $(TOOLS) $(SMOKE) $(B)/tests/truth
	@$(TEST_ENV) tests/support/run.sh $(SUITES) $(SMOKE)

# The golden cases alone: all, or those of CASES.
golden: gpumem-lint $(B)/tests/truth
	@$(TEST_ENV) tests/golden/golden.sh $(CASES)

# What the program says now becomes what the golden cases expect. Read the difference.
golden-update: gpumem-lint $(B)/tests/truth
	@$(TEST_ENV) tests/golden/golden.sh --update $(CASES)
	@git --no-pager diff --stat -- fixtures

# The examples of the documents, from what the program prints, and what its rows say of frameworks.
docs-update: gpumem-lint $(B)/frameworks.md
	@cmp -s $(B)/frameworks.md docs/frameworks.md || cp $(B)/frameworks.md docs/frameworks.md
	@tools/blocks.sh --write README.md ARCHITECTURE.md docs/*.md docs/*.1
# Part of .ci/run, not of check: branches that add rows would fail each other's tests until one of them is written anew.
docs-check: $(B)/frameworks.md
	@cmp $(B)/frameworks.md docs/frameworks.md || { echo 'docs/frameworks.md is not what the rows say: make docs-update'; exit 1; }

# Static checks; a tool that is not installed is named and left out.
lint: build/setup.mk $(LIB_OBJ) $(MAIN_OBJ)
	@CC='$(CC)' CFLAGS='$(BASE) $(WARN) $(CPPFLAGS_ALL)' OBJECTS='$(B)' tools/lint.sh

FORMATTED := $(sort $(shell find core lint tests -name '*.[ch]'))
CLANG_FORMAT ?= $(or $(shell command -v clang-format-14),clang-format)
format:
	$(CLANG_FORMAT) -i $(FORMATTED)
format-check:
	@command -v $(CLANG_FORMAT) >/dev/null || { echo "no clang-format here: not checked"; exit 0; }; \
	bad=0; for f in $(FORMATTED); do \
		$(CLANG_FORMAT) $$f | cmp -s - $$f || { echo "not formatted: $$f"; bad=1; }; \
	done; exit $$bad

# Fuzzers: tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput, by clang, each for FUZZ_SECONDS; the corpus
# grows in build/, the seeds are fixtures/fuzz/NAME/. gcc cannot: it has no libFuzzer.
FUZZ_SECONDS ?= 60
# Weighing inputs by how rare their features are takes a quarter of the time. Add -max_len=120 for many runs.
FUZZ_FLAGS ?= -entropic=0 -timeout=10 -rss_limit_mb=2048
fuzz:
	@$(MAKE) --no-print-directory VARIANT=fuzz CC=clang fuzz-all
fuzz-all: $(addprefix $(B)/tests/,$(FUZZERS))
	@for f in $(FUZZERS); do \
		mkdir -p build/corpus/$$f; \
		$(B)/tests/$$f -max_total_time=$(FUZZ_SECONDS) $(FUZZ_FLAGS) -verbosity=0 \
			-print_final_stats=1 -artifact_prefix=build/corpus/ build/corpus/$$f \
			$$(ls -d fixtures/fuzz/$${f#fuzz_} 2>/dev/null) >build/corpus/$$f.log 2>&1 || \
			{ tail -n 60 build/corpus/$$f.log; exit 1; }; \
		sed -n "s/^stat::number_of_executed_units: */$$f: inputs /p" build/corpus/$$f.log; \
	done
$(B)/tests/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/libgpumem.a
	@$(CC) $(LINK_$(VARIANT)) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LIBS)

# Lines that the tests reach, per file; the details lie in build/coverage as .gcov files.
coverage:
	@$(MAKE) --no-print-directory VARIANT=coverage check
	@cd build/coverage && gcov -n $$(find core lint -name '*.gcda') 2>/dev/null | \
		awk '/^File .(core|lint)/ { f = $$2 } /^Lines executed/ && f { print $$0, f; f = "" }' | sort -t: -k2 -n

# A page that holds the program as WebAssembly: tools/playground/playground.mk says what it needs.
.PHONY: playground
playground: gpumem-lint
	@$(MAKE) -s -f tools/playground/playground.mk build/playground/index.html
	@$(TEST_ENV) tests/support/run.sh tests/program/playground.sh

bench: gpumem-lint $(B)/tests/tool_entry
	@TOOLS='$(abspath $(B)/tests)' tests/bench/bench

# A release file and the line of tools/releases.sha256 that lets the action run it: make dist TAG=v1.0.0.
dist: gpumem-lint
	@test -n "$(TAG)" || { echo "usage: make dist TAG=v1.0.0"; exit 1; }
	@mkdir -p build/dist && cp gpumem-lint build/dist/gpumem-lint-$(TAG)-linux-$$(uname -m) && \
		cd build/dist && sha256sum gpumem-lint-$(TAG)-linux-$$(uname -m)

PREFIX ?= /usr/local
install: gpumem-lint
	install -D -m 755 gpumem-lint $(DESTDIR)$(PREFIX)/bin/gpumem-lint
	$(if $(wildcard docs/gpumem-lint.1),install -D -m 644 docs/gpumem-lint.1 \
		$(DESTDIR)$(PREFIX)/share/man/man1/gpumem-lint.1)

help:
	@echo 'make                 build ./gpumem-lint; installs missing packages first'
	@echo 'make check           every test'
	@echo 'make unit            the unit tests alone'
	@echo 'make golden          the golden cases alone (CASES="area/case ...")'
	@echo 'make golden-update   rewrite the expectations of the golden cases (CASES="area/case ...")'
	@echo 'make playground      build/playground/index.html, a page to try it in (needs clang, wasm-ld, wasi-libc)'
	@echo 'make docs-update     rewrite the examples of the documents, and docs/frameworks.md (docs-check: only compare)'
	@echo 'make lint            static checks: headers, walls between rooms, banned functions, scripts, cppcheck'
	@echo 'make format          clang-format (format-check: only look)'
	@echo 'make fuzz            every fuzzer for FUZZ_SECONDS=60'
	@echo 'make coverage        what the tests reach'
	@echo 'make accuracy        docs/accuracy.md from ORACLE=FILE and MEASURED=FILE'
	@echo 'make outcomes        docs/outcomes.md from public runs, MIRRORS=DIR holds their repositories'
	@echo 'make playground      build/playground/index.html, a page to try it in (needs clang, wasm-ld, wasi-libc)'
	@echo 'make bench           how fast it is'
	@echo 'make install         to DESTDIR/PREFIX'
	@echo 'make clean           what was built (distclean: what was fetched as well)'
	@echo 'VARIANT=debug|asan|tsan   another build in build/VARIANT; CC=clang works as well'

clean:
	rm -rf build/release* build/debug* build/asan* build/tsan* build/coverage* build/fuzz* gpumem-lint
distclean:
	rm -rf build gpumem-lint

-include $(B)/tools/callables.d $(B)/tools/frameworks_page.d $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(shell find $(B)/tests -name '*.d' 2>/dev/null)
.PHONY: all accuracy outcomes gpumem-lint unit threads check suites golden golden-update docs-update docs-check lint format format-check fuzz fuzz-all coverage bench \
	dist install help clean distclean
.PRECIOUS: $(B)/%.o
.DELETE_ON_ERROR:
