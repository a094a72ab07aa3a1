import type { Registry } from 'prom-client'
import type { CallService } from '#calls/call-service.ts'
import type { Config } from '#config.ts'
import type { Sealer } from '#session/seal.ts'
import { keepReceiptKey } from '#session/session-key.ts'
import type { SharedState } from '#shared-state/shared-state.ts'
import { realFloorClock } from './answer-floor.ts'
import { type CertificateLookup, createCertificateLookup } from './certificate-lookup.ts'
import { createCertificateSource } from './certificate-source.ts'
import { createLookupGuard } from './lookup-guard.ts'
import { countLookups } from './lookup-metrics.ts'
import { createLookupProofs } from './lookup-proof.ts'
import { createReceipts, type Receipts } from './receipt.ts'

interface Options {
  config: Pick<Config, 'certificateSource' | 'receiptSeeds' | 'receiptKeysRevoked' | 'dataDir'>
  service: CallService
  shared: SharedState
  sealer: Sealer
  metrics: Registry
  now: () => number
}

/** Everything about certificates, put together from the configuration. */
export function createCertificates(options: Options): { lookup: CertificateLookup; receipts: Receipts } {
  const { config, service, shared, sealer, metrics, now } = options
  const seeds = config.receiptSeeds.length > 0 ? config.receiptSeeds : [keepReceiptKey(config.dataDir)]
  const receipts = createReceipts({ seeds, revoked: config.receiptKeysRevoked, now })
  const proofs = createLookupProofs({ sealer, once: shared.once, now })
  const lookup = createCertificateLookup({
    source: createCertificateSource(config.certificateSource, service),
    guard: createLookupGuard({ rateLimit: shared.rateLimit, proofs }),
    receipts,
    clock: realFloorClock,
    count: countLookups(metrics),
  })
  return { lookup, receipts }
}
