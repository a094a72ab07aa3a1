import { RECEIPT_KEYS_PATH, type ReceiptKey } from '@portal/contract/certificates/certificate-receipt.ts'
import { checkCertificate } from '@portal/contract/certificates/certificates.ts'
import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { OK_MESSAGE } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { CertificateLookup, LookupQuestion } from '#certificates/certificate-lookup.ts'
import { getCaller } from '#request/caller.ts'
import { getSiteOrigin } from '#request/request-address.ts'

interface Options {
  lookup: CertificateLookup
  /** Published keys of receipts. */
  keys: readonly ReceiptKey[]
  isOpen: boolean
  publicOrigin: string | null
}

const INFO_PATH = '/bff/certificates'
const KEYS_SECONDS = HOUR_MS / SECOND_MS

/** Serves certificate lookup, its settings for pages, and the public keys of receipts. */
export const certificateRoutes: FastifyPluginAsync<Options> = async (app, { lookup, keys, isOpen, publicOrigin }) => {
  app.route<{ Body: LookupQuestion }>({
    method: checkCertificate.method,
    url: checkCertificate.path,
    schema: { body: checkCertificate.body },
    config: { access: 'public', from: 'call', exactPath: () => checkCertificate.path, hasOwnBudgets: true },
    handler: async (request, reply) => {
      const origin = getSiteOrigin(request, publicOrigin)
      const { answer, receipt } = await lookup.lookUp(request.body, getCaller(request), origin)
      // The source's message is dropped, as it could reveal why a certificate is unknown.
      const envelope = { code: CODE.ok, message: OK_MESSAGE, data: answer, extra: receipt === null ? {} : { receipt } }
      return reply.header('cache-control', 'no-store').send(envelope)
    },
  })

  app.get(
    INFO_PATH,
    { config: { access: 'public', from: 'call', exactPath: () => INFO_PATH }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = { isOpen, officialOrigin: getSiteOrigin(request, publicOrigin), keys }
      return reply.header('cache-control', 'no-store').send({ code: CODE.ok, message: OK_MESSAGE, data, extra: {} })
    },
  )

  app.get(RECEIPT_KEYS_PATH, { config: { access: 'public', from: 'page' } }, async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${KEYS_SECONDS}`).send({ keys }),
  )
}
