/*
 * Libraries whose fit() and train() make no language model: of statistics, trees, clusters, words and
 * tokenizers. What they are told to train is not what the names beside it are of.
 */
#include "shared_maps.h"

static const struct callable callables[] = {
    {.names = "sklearn.*|imblearn.*|xgboost.*|lightgbm.*|catboost.*|statsmodels.*|umap.*|hdbscan.*|prophet.*|"
	      "cuml.*|gensim.*|tokenizers.*"},
};

const struct framework framework_classical_ml = {.name = "classical_ml", ROWS(callables, callables)};
