import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { SHORT_LOOKUP_PATH } from '@portal/contract/certificates/desk/print-rules.ts'
import { buildMovedAddress, MOVED_PATHS } from '@portal/contract/paths/moved-paths.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getRawSearch } from '#request/request-address.ts'

/** Returns the lookup address of a number and, if it is known, the printed version. */
function makeLookupPath(certificateNo: string, version: string | null): string {
  const number = readCertificateNo(certificateNo)
  if (number.kind !== 'right') return '/certificate-check'
  const printed = version !== null && /^\d{1,6}$/.test(version) ? `&v=${version}` : ''
  return `/certificate-check?no=${number.certificateNo}${printed}`
}

/** Redirects old addresses permanently, and the short addresses of printed QR codes to the lookup. */
export const redirectRoutes: FastifyPluginAsync = async (app) => {
  const short = `${SHORT_LOOKUP_PATH}/:certificateNo`
  app.get<{ Params: { certificateNo: string } }>(
    short,
    { config: { access: 'public', from: 'page' } },
    (request, reply) => {
      const version = new URLSearchParams(getRawSearch(request)).get('v')
      reply.header('cache-control', 'public, max-age=3600')
      return reply.redirect(makeLookupPath(request.params.certificateNo, version), 302)
    },
  )
  for (const [from, to] of MOVED_PATHS) {
    app.get(from, { config: { access: 'public', from: 'page' } }, (request, reply) => {
      const search = getRawSearch(request)
      // A query may be for one visitor only, such as the token of a social login.
      reply.header('cache-control', search === '' ? 'public, max-age=3600' : 'no-store')
      return reply.redirect(buildMovedAddress(to, new URLSearchParams(search)), 301)
    })
  }
}
