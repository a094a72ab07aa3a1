import { checkCertificate, reportMistype } from '@portal/contract/certificates/certificates.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { DailyCounts } from '#platform/figures/daily-counts.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { CertificateRepository } from './certificate-repository.ts'
import { isCheckCode, makeSupportNo } from './check-code.ts'

/** Reason why a lookup found nothing, which is only logged. */
type FailureReason = 'unknown number' | 'wrong code' | 'not published'

const RESULTS = { 'unknown number': 'unknown', 'wrong code': 'wrongCode', 'not published': 'unpublished' } as const

/** Maximum counted typing errors of one client; further ones are answered but not counted. */
const MISTYPES_A_MINUTE = 10

interface Options {
  certificates: CertificateRepository
  counts: DailyCounts
  digest: Digest
  now: () => number
}

/**
 * Routes of lookups. All causes of `unknown` cost the same: one row by its key, one digest, one comparison. The BFF,
 * which knows the visitor, limits them.
 */
export const certificateRoutes: FastifyPluginAsync<Options> = async (app, { certificates, counts, digest, now }) => {
  const mistypes = createRateLimit({ max: MISTYPES_A_MINUTE, windowMs: MINUTE_MS, now })

  addRoute(app, checkCertificate, async ({ body, log }, reply) => {
    // Compiled serialisers evaluate the contract's pattern of free names without its `u` flag and would drop those
    // names. Stored texts have passed the import, which evaluates it correctly.
    reply.serializer(JSON.stringify)
    const { certificateNo, checkCode } = body
    const entry = await certificates.find(certificateNo)
    const isRight = isCheckCode(digest, certificateNo, checkCode, entry?.checkCodeHash)
    if (entry && isRight && entry.state !== 'draft') {
      const answer = await certificates.readAnswer(entry)
      // A mismatch raises an alarm and is not counted as a lookup.
      if (answer.state !== 'mismatch' && answer.state !== 'unknown') counts.countLookup(answer.state)
      return ok(answer)
    }
    const why: FailureReason = !entry ? 'unknown number' : isRight ? 'not published' : 'wrong code'
    counts.countLookup(RESULTS[why], entry ? undefined : certificateNo)
    const supportNo = makeSupportNo()
    log.info({ supportNo, certificateNo, why }, 'certificate not shown')
    return ok({ state: 'unknown', supportNo })
  })

  addRoute(app, reportMistype, async ({ ip }) => {
    const client = toClientKey(ip)
    if (mistypes.hasLeft(client)) {
      mistypes.use(client)
      counts.countLookup('mistyped')
    }
    return ok(null)
  })
}
