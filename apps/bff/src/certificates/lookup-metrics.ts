import type { CertificateState } from '@portal/contract/certificate-states.ts'
import { Counter, type Registry } from 'prom-client'

/** `challenged`: a proof of work was asked for. `failed`: nobody could say. */
export type LookupOutcome = CertificateState | 'challenged' | 'failed'

/** Counts lookups by what came of them: many of `unknown` and `challenged` are somebody who guesses. */
export function countLookups(metrics: Registry): (outcome: LookupOutcome) => void {
  const lookups = new Counter({
    name: 'certificate_lookups_total',
    help: 'Certificate lookups by outcome',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  return (outcome) => lookups.inc({ outcome })
}
