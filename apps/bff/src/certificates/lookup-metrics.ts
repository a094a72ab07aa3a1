import type { CertificateState } from '@portal/contract/certificates/certificate-states.ts'
import { Counter, type Registry } from 'prom-client'

/** `challenged`: a proof of work was required. `failed`: the source failed. */
export type LookupOutcome = CertificateState | 'challenged' | 'failed'

/** Counts lookups by outcome: many of `unknown` and `challenged` mean guessing. */
export function countLookups(metrics: Registry): (outcome: LookupOutcome) => void {
  const lookups = new Counter({
    name: 'certificate_lookups_total',
    help: 'Certificate lookups by outcome',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  return (outcome) => lookups.inc({ outcome })
}

/** Counts numbers with too many wrong answers: the alert CertificateGuessed. */
export function countGuessing(metrics: Registry): () => void {
  const alarms = new Counter({
    name: 'certificate_guessing_alarms_total',
    help: 'Certificate numbers with 20 wrong answers, and again with each doubling',
    registers: [metrics],
  })
  return () => alarms.inc()
}
