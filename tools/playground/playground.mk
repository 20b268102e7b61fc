# make playground: one page that holds the linter as WebAssembly, build/playground/index.html. It works from a file and
# sends nothing anywhere. Needs clang with its wasm32 target, wasm-ld, and Debian's wasi-libc and libclang-rt-dev-wasm32;
# libyaml, PCRE2 and cJSON are compiled from the distribution's source packages.
P := build/playground
SOURCES := $(P)/sources
CLANG ?= clang
WASM_FLAGS := --target=wasm32-wasi -std=c11 -D_GNU_SOURCE -Oz -DNDEBUG -Werror=implicit-function-declaration -Itools/playground/include -I. -I$(SOURCES)/cjson \
	-I$(SOURCES)/libyaml/include -I$(P)/include -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC -D_WASI_EMULATED_SIGNAL

# All rooms but the command line's own, and of the system what memory can hold.
OURS := $(filter-out core/tables/% lint/main.c lint/cli/% lint/os/%,\
	$(shell find core lint -name '*.c')) lint/os/memory.c lint/os/filesystem.c lint/os/processors.c lint/cli/run.c $(wildcard build/release/gen/core/*/*.c) \
	$(filter-out %pages.c,$(wildcard build/release/gen/lint/*.c build/release/gen/lint/*/*.c)) tools/playground/playground.c tools/playground/qsort_r.c
YAML := $(addprefix $(SOURCES)/libyaml/src/,api.c dumper.c emitter.c loader.c parser.c reader.c scanner.c writer.c)
PCRE2 := $(addprefix $(SOURCES)/pcre2/src/,pcre2_auto_possess.c pcre2_compile.c pcre2_config.c pcre2_context.c pcre2_convert.c \
	pcre2_dfa_match.c pcre2_error.c pcre2_extuni.c pcre2_find_bracket.c pcre2_jit_compile.c pcre2_maketables.c pcre2_match.c \
	pcre2_match_data.c pcre2_newline.c pcre2_ord2utf.c pcre2_pattern_info.c pcre2_script_run.c pcre2_serialize.c \
	pcre2_string_utils.c pcre2_study.c pcre2_substitute.c pcre2_substring.c pcre2_tables.c pcre2_ucd.c pcre2_valid_utf.c \
	pcre2_xclass.c pcre2_chartables.c)
OBJECTS := $(OURS:%.c=$(P)/%.o) $(YAML:%.c=%.o) $(PCRE2:%.c=%.o) $(SOURCES)/cjson/cJSON.o

$(P)/index.html: tools/playground/page.html tools/playground/page.sh $(P)/gpumem-lint.wasm
	tools/playground/page.sh tools/playground/page.html $(P)/gpumem-lint.wasm >$@.new
	mv $@.new $@

# The stack is for evaluators that call themselves: what is deep stops at their own limits first.
$(P)/gpumem-lint.wasm: $(OBJECTS)
	$(CLANG) --target=wasm32-wasi -mexec-model=reactor -Wl,-z,stack-size=16777216 -Wl,--max-memory=1073741824 -Wl,--strip-all \
		-Wl,--gc-sections -o $@ $^

$(P)/%.o: %.c $(SOURCES)/done
	@mkdir -p $(@D)
	$(CLANG) $(WASM_FLAGS) -c $< -o $@

$(YAML:%.c=%.o): $(SOURCES)/done
	$(CLANG) $(WASM_FLAGS) -DHAVE_CONFIG_H -c $(@:%.o=%.c) -o $@
$(PCRE2:%.c=%.o): $(SOURCES)/done
	$(CLANG) $(WASM_FLAGS) -DHAVE_CONFIG_H -DSUPPORT_UNICODE -DSUPPORT_PCRE2_8 -DHEAP_LIMIT=20000000 -DLINK_SIZE=2 \
		-DMATCH_LIMIT=10000000 -DMATCH_LIMIT_DEPTH=MATCH_LIMIT -DMAX_NAME_COUNT=10000 -DMAX_NAME_SIZE=32 \
		-DNEWLINE_DEFAULT=2 -DPARENS_NEST_LIMIT=250 -DHAVE_MEMMOVE -I$(SOURCES)/pcre2/src -c $(@:%.o=%.c) -o $@
$(SOURCES)/cjson/cJSON.o: $(SOURCES)/done
	$(CLANG) $(WASM_FLAGS) -c $(@:%.o=%.c) -o $@

$(SOURCES)/done:
	tools/playground/sources.sh $(SOURCES) $(P)/include
	@touch $@
