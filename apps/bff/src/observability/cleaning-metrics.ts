import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** `pages`: public answers; `accounts`: answers for one account. */
export type LaneName = 'pages' | 'accounts'
/** Reason why HTML was not cleaned; `budget`: the account's processor time is used up. */
type CleaningFault = 'busy' | 'deadline' | 'died' | 'budget'

export type CleaningMetrics = ReturnType<typeof createCleaningMetrics>

/** Metrics of the worker threads that sanitise HTML. */
export function createCleaningMetrics(registry: Registry) {
  const registers = [registry]
  const inProgress = new Gauge({
    name: 'html_cleaning_in_progress',
    help: 'Answers whose HTML is being cleaned in a thread or waits for one',
    labelNames: ['lane'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'html_cleaning_cpu_seconds',
    help: 'Processor time that cleaning the HTML of an answer took in a thread',
    labelNames: ['lane'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  })
  const failures = new Counter({
    name: 'html_cleaning_failures_total',
    help: 'Answers that were not given because their HTML was not cleaned, by the reason',
    labelNames: ['lane', 'reason'] as const,
    registers,
  })
  return {
    /** @returns a function that ends the measurement */
    enter(lane: LaneName): () => void {
      inProgress.inc({ lane })
      return () => inProgress.dec({ lane })
    },
    cleaned: (lane: LaneName, took: number) => seconds.observe({ lane }, took),
    failed: (lane: LaneName, reason: CleaningFault) => failures.inc({ lane, reason }),
  }
}
