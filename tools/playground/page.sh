#!/bin/sh
# usage: tools/playground/page.sh PAGE.html PROGRAM.wasm
# Prints the page with the program in it, at the line that holds nothing but @WASM@.
set -eu
sed '/^@WASM@$/,$d' "$1"
base64 -w 0 "$2"
echo
sed '1,/^@WASM@$/d' "$1"
