#!/bin/sh
# usage: tools/playground/sources.sh DIR INCLUDE
# Puts the sources of the three libraries into DIR, made ready to be compiled without their own configure scripts.
set -eu
dir=${1:?usage: sources.sh DIR INCLUDE}
include=${2:?usage: sources.sh DIR INCLUDE}
tools=$(dirname "$0")/..

mkdir -p "$dir" "$include"
[ -f "$dir/cjson/cJSON.c" ] || "$tools/cjson.sh" "$dir/cjson"
[ -d "$dir/libyaml" ] || "$tools/source_package.sh" libyaml "$dir/libyaml"
[ -d "$dir/pcre2" ] || "$tools/source_package.sh" pcre2 "$dir/pcre2"
cp "$dir/pcre2/src/pcre2.h.generic" "$include/pcre2.h"
cp "$dir/pcre2/src/pcre2_chartables.c.dist" "$dir/pcre2/src/pcre2_chartables.c"
cp "$dir/pcre2/src/config.h.generic" "$dir/pcre2/src/config.h"
cat >"$dir/libyaml/src/config.h" <<END
#define YAML_VERSION_MAJOR 0
#define YAML_VERSION_MINOR 2
#define YAML_VERSION_PATCH 5
#define YAML_VERSION_STRING "0.2.5"
END
