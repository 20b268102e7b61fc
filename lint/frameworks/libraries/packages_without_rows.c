/*
 * Libraries over PyTorch that come with hundreds of scripts which use them, and of which no row knows more. The
 * names are theirs in their own repositories too: for each script a thousand modules would be evaluated, and would
 * say of it what nobody is told who runs a copy with the library installed.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "diffusers",
     "0.10@2212 0.11@2212 0.12@2301 0.13@2302 0.14@2303 0.15@2304 0.16@2304 0.17@2306 0.18@2307 "
     "0.19@2307 0.20@2308 0.21@2309 0.22@2311 0.23@2311 0.24@2311 0.25@2312 0.26@2402 0.27@2403 "
     "0.28@2405 0.29@2406 0.30@2408 0.31@2410 0.32@2412 0.33@2504 0.34@2506 0.35@2508 0.36@2512 "
     "0.37@2603 0.38@2605 0.39@2607 0.40@2608",
     "huggingface/diffusers, tags up to v0.40.0"},
    {.name = "fairseq", "0.6@1809 0.7@1906 0.8@1908 0.9@1912 0.10@2011 0.12@2206",
     "facebookresearch/fairseq, tags up to v0.12.2"},
    {.name = "ipex-llm", "2.0 2.1 2.2", "intel-analytics/ipex-llm, python/llm/version.txt and tags"},
    {.name = "modelscope", "1.0 2.0", "modelscope/modelscope, modelscope/version.py and tags"},
    /* What dates libraries that need them. */
    {.name = "python", "3.6 3.7 3.8 3.9 3.10 3.11 3.12 3.13 3.14", "python/cpython, releases", .modules = "", .only_needed = true},
    {.name = "tokenizers", "0.7.0 0.8.1 0.9.4 0.10.3 0.11.6 0.12.1 0.13.3 0.14.1 0.15.2 0.19.1 0.20.3 0.21.4 0.22.2 0.23.1",
     "huggingface/tokenizers, releases", .modules = "", .only_needed = true},
    {.name = "huggingface-hub", "0.10.1 0.16.4 0.19.4 0.23.5 0.25.2 0.28.1 0.30.2 0.33.5 0.34.6 0.35.3 0.36.2 1.0.1 1.3.7 1.31.0",
     "huggingface/huggingface_hub, releases", .modules = "", .only_needed = true},
    {.name = "speechbrain", "0.5 1.0 1.1", "speechbrain/speechbrain, version.txt and tags"},
};

const struct framework framework_packages_without_rows = {
    .name = "packages_without_rows",
    ROWS(packages, packages),
};
