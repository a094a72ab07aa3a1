import {
  type Certificate,
  type CertificateAnswer,
  checkCertificate,
} from '@portal/contract/certificates/certificates.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import type { CertificateEntry, CertificateRepository } from './certificate-repository.ts'
import { isCheckCode, makeSupportNo } from './check-code.ts'

/** Why a lookup found nothing. For the log alone. */
type Why = 'unknown number' | 'wrong code' | 'not published'

/**
 * Lookups. All causes of `unknown` cost the same: one row by its key, one digest, one comparison. The BFF, which knows
 * the visitor, limits them.
 */
export const certificateRoutes: FastifyPluginAsync<Dependencies> = async (app, { certificates, digest }) => {
  addRoute(app, checkCertificate, async ({ body, log }, reply) => {
    // Compiled serialisers read the contract's pattern of free names without its `u` flag and would drop those. What
    // is stored has passed the import, which reads it rightly.
    reply.serializer(JSON.stringify)
    const { certificateNo, checkCode } = body
    const entry = await certificates.find(certificateNo)
    const isRight = isCheckCode(digest, certificateNo, checkCode, entry?.checkCodeHash)
    if (entry && isRight && entry.state !== 'draft') return ok(await answerOf(entry, certificates))
    const why: Why = !entry ? 'unknown number' : isRight ? 'not published' : 'wrong code'
    const supportNo = makeSupportNo()
    log.info({ supportNo, certificateNo, why }, 'certificate not shown')
    return ok({ state: 'unknown', supportNo })
  })
}

async function answerOf(entry: CertificateEntry, certificates: CertificateRepository): Promise<CertificateAnswer> {
  const { certificateNo, version, newerNo, reason, changedOn, receivedOn } = entry
  if (entry.state === 'examination') {
    const category = entry.category as Certificate['category'] | null
    return { state: 'examination', certificateNo, ...(category && { category }), ...(receivedOn && { receivedOn }) }
  }
  const certificate = { certificateNo, version, ...(await certificates.bodyOf(entry)) } as Certificate
  const change = changedOn === null ? {} : { changedOn }
  if (entry.state === 'reissued') return { state: 'reissued', certificate, ...(newerNo && { newerNo }), ...change }
  if (entry.state === 'withdrawn') return { state: 'withdrawn', certificate, ...(reason && { reason }), ...change }
  return { state: 'valid', certificate }
}
