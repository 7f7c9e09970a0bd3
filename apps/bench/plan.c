/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How often something is called. */
#include "plan.h"

#define S_NS UINT64_C(1000000000)

static uint64_t divide_up(uint64_t a, uint64_t b) {
    return a / b + (a % b != 0);
}

static void apply(kb_bench_plan *plan, const kb_bench_counts *wanted) {
    if (wanted->trials != 0) {
        plan->trials = wanted->trials;
    }
    if (wanted->calls != 0) {
        plan->calls = wanted->calls;
    }
    if (wanted->warmups >= 0) {
        plan->warmups = (unsigned)wanted->warmups;
    }
}

kb_bench_plan kb_bench_plan_full(uint64_t call_ns, uint64_t setup_ns,
                                 const kb_bench_counts *wanted) {
    uint64_t t = call_ns == 0 ? 1 : call_ns;
    uint64_t calls = divide_up(KB_BENCH_TRIAL_NS, t);
    uint64_t least = KB_BENCH_CALLS_MIN / KB_BENCH_TRIALS;
    kb_bench_plan plan = {.call_ns = call_ns,
                          .trials = KB_BENCH_TRIALS,
                          .warmups = t < S_NS / 20  ? 3
                                     : t < 5 * S_NS ? 1
                                                    : 0,
                          .retries_max = KB_BENCH_DISTURBED_RETRIES};
    calls = calls < least ? least : calls;
    calls = calls > KB_BENCH_TRIAL_CALLS_MAX ? KB_BENCH_TRIAL_CALLS_MAX : calls;
    if (calls > KB_BENCH_BUDGET_NS / KB_BENCH_TRIALS / t) {
        calls = KB_BENCH_BUDGET_NS / KB_BENCH_TRIALS / t;
    }
    if (calls == 0) {
        calls = 1;
        plan.trials = (unsigned)(KB_BENCH_BUDGET_NS / t);
        plan.trials = plan.trials == 0 ? 1 : plan.trials;
    }
    plan.calls = calls;
    apply(&plan, wanted);
    plan.timeout_ns = 3 * (plan.calls + plan.warmups) * t + 3 * setup_ns + 300 * S_NS;
    return plan;
}

kb_bench_plan kb_bench_plan_pairs(uint64_t call_ns, uint64_t setup_ns, bool is_quick,
                                  const kb_bench_counts *wanted) {
    kb_bench_plan plan = kb_bench_plan_full(call_ns, setup_ns, wanted);
    uint64_t target = is_quick ? KB_BENCH_PAIR_QUICK_NS : KB_BENCH_PAIR_NS;
    plan.trials = wanted->trials != 0 ? wanted->trials : KB_BENCH_PAIRS;
    plan.calls = wanted->calls != 0 ? wanted->calls : kb_bench_plan_fit(call_ns, target);
    plan.retries_max = 0; /* it would pull the two of a pair apart */
    return plan;
}

kb_bench_plan kb_bench_plan_quick(const kb_bench_counts *wanted) {
    kb_bench_plan plan = {.trials = 1,
                          .warmups = 1,
                          .target_ns = KB_BENCH_QUICK_NS,
                          .timeout_ns = 300 * S_NS};
    apply(&plan, wanted);
    return plan;
}

uint64_t kb_bench_plan_fit(uint64_t call_ns, uint64_t target_ns) {
    uint64_t calls = target_ns / (call_ns == 0 ? 1 : call_ns);
    if (calls < KB_BENCH_QUICK_CALLS_MIN) {
        return KB_BENCH_QUICK_CALLS_MIN;
    }
    return calls > KB_BENCH_TRIAL_CALLS_MAX ? KB_BENCH_TRIAL_CALLS_MAX : calls;
}

bool kb_bench_plan_is_disturbed(double share, uint64_t wall_ns) {
    return wall_ns > KB_BENCH_DISTURBED_NS && share < KB_BENCH_DISTURBED_BELOW;
}
