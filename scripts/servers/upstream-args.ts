/**
 * Node options of the upstream. V8 collects old garbage when the heap has grown by 60 % since the last collection, not
 * by 300 %: a file of a million rows, checked as the first work of the process, then needs 160 MiB more instead of 300,
 * in the same time.
 */
export const UPSTREAM_ARGS: readonly string[] = ['--heap-growing-percent=60', 'apps/upstream/src/main.ts']
