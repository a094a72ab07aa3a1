import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { CallService } from '#calls/call-service.ts'
import type { Config } from '#config/config.ts'
import type { Proofs } from '#proof-of-work/proofs.ts'
import { keepReceiptKey } from '#session/session-key.ts'
import type { SharedState } from '#shared-state/shared-state.ts'
import { type CertificateLookup, createCertificateLookup } from './certificate-lookup.ts'
import { createCertificateSource } from './certificate-source.ts'
import { createLookupGuard } from './lookup-guard.ts'
import { countGuessing, countLookups } from './lookup-metrics.ts'
import { type MonotonicClock, systemClock } from './minimum-response-time.ts'
import { createReceipts, type Receipts } from './receipt.ts'

interface Options {
  config: Pick<Config, 'certificateSource' | 'receiptSeeds' | 'receiptKeysRevoked' | 'dataDir'>
  service: CallService
  shared: SharedState
  proofs: Proofs
  metrics: Registry
  log: FastifyBaseLogger
  now: () => number
  lookupClock: MonotonicClock | undefined
}

/** Builds everything for certificate lookups from the configuration. */
export function createCertificates(options: Options): { lookup: CertificateLookup; receipts: Receipts } {
  const { config, service, shared, proofs, metrics, log, now } = options
  const seeds = config.receiptSeeds.length > 0 ? config.receiptSeeds : [keepReceiptKey(config.dataDir)]
  const receipts = createReceipts({ seeds, revoked: config.receiptKeysRevoked, now })
  const countAlarm = countGuessing(metrics)
  const guard = createLookupGuard({
    name: 'certificate',
    rateLimit: shared.rateLimit,
    failureCount: shared.failureCount,
    proofs,
    onGuessing(certificateNo, wrongAnswers) {
      countAlarm()
      log.warn({ certificateNo, wrongAnswers }, 'the check code of a certificate is being guessed')
    },
  })
  const lookup = createCertificateLookup({
    source: createCertificateSource(config.certificateSource, service),
    guard,
    receipts,
    clock: options.lookupClock ?? systemClock,
    count: countLookups(metrics),
  })
  return { lookup, receipts }
}
