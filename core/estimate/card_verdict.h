/*
 * The verdict: a job, its estimate and what is to be kept free come in; whether it fits what the card really offers
 * goes out, and (fixes.h) changes after which it does, (advice.h) what the job may grow to, and (plan.h)
 * what can be trained before there is a config.
 *
 * Uses what estimate.h, the other door, uses, and core/gpu through the card that the job points to.
 */
#ifndef CORE_ESTIMATE_CARD_VERDICT_H
#define CORE_ESTIMATE_CARD_VERDICT_H

#include "advice.h"
#include "card_limits.h"
#include "estimate.h"
#include "fixes.h"
#include "plan.h"

/** "fits", "tight", "exceeds", "no-target", "not-estimated". */
const char *verdict_name(enum verdict v);
/** Bytes that the job may use on its card; 0 if the card is unknown. */
uint64_t card_usable(const struct job *job, struct head_room head_room);
/*
 * A build fails on what is nearly certain, and passes on what is nearly certain. Computed odds are no frequencies: of
 * runs whose outcome is known, docs/outcomes.md says how many on either side of these lines died.
 */
#define CARD_EXCEEDS_ODDS 0.75
#define CARD_FITS_ODDS 0.1

/** The odds, 0 to 1, that a job needs more than usable bytes. */
double card_odds(const struct estimate *e, uint64_t usable);
/**
 * By the odds, or by what fail_on says; of an estimate that rests on a guess, only low fails. FITS: the odds are small,
 * TIGHT: neither.
 */
enum verdict card_verdict(const struct estimate *e, uint64_t usable, enum fail_on fail_on);
/** Whether a card can do what a job's numbers are made of: transformers refuses bf16 on cards that lack it. */
bool card_computes(const struct gpu *gpu, const struct job *job);
/**
 * The first card of gpu_classes() on which a job fits, its other settings as they are; NULL if none of them holds it.
 * e: the job's estimate, on whatever card.
 */
const struct gpu *card_smallest(struct arena *a, const struct job *job, const struct estimate *e,
				struct head_room head_room);
/** The job with rows as long as its limit allows, where they vary and their length is not known; else as it is. */
struct job card_full_rows(struct arena *a, const struct job *job);
/**
 * The longest row, in tokens, with which a job fits that does not with full rows, and into limit the length of these;
 * 0: rows do not decide.
 */
int64_t card_break_even(struct arena *a, const struct job *job, uint64_t usable, int64_t *limit);
/** The setting that helps most when reduced: the line to annotate. SETTING_NONE if none is stated. */
enum setting card_verdict_blame(struct arena *a, const struct job *job, const struct estimate *e);

#endif
