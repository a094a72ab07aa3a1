import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { SHORT_LOOKUP_PATHS } from '@portal/contract/certificates/desk/print-rules.ts'
import { buildMovedAddress, MOVED_PATHS } from '@portal/contract/paths/moved-paths.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getRawSearch } from '#request/request-address.ts'

/** Returns the address of a number on the lookup page, with the printed version if it is known. */
function makeLookupPath(page: string, certificateNo: string, version: string | null): string {
  const number = readCertificateNo(certificateNo)
  if (number.kind !== 'right') return page
  const printed = version !== null && /^\d{1,6}$/.test(version) ? `&v=${version}` : ''
  return `${page}?no=${number.certificateNo}${printed}`
}

/** Addresses that people type, and that no page links to. */
const TYPED_PATHS = [['/orders', '/orders/progress']] as const

/** Redirects old and typed addresses permanently, and the short addresses of printed QR codes to the lookup. */
export const redirectRoutes: FastifyPluginAsync = async (app) => {
  for (const [path, page] of Object.entries(SHORT_LOOKUP_PATHS)) {
    app.get<{ Params: { certificateNo: string } }>(
      `${path}/:certificateNo`,
      { config: { access: 'public', from: 'page' } },
      (request, reply) => {
        const version = new URLSearchParams(getRawSearch(request)).get('v')
        reply.header('cache-control', 'public, max-age=3600')
        return reply.redirect(makeLookupPath(page, request.params.certificateNo, version), 302)
      },
    )
  }
  for (const [from, to] of [...MOVED_PATHS, ...TYPED_PATHS]) {
    app.get(from, { config: { access: 'public', from: 'page' } }, (request, reply) => {
      const search = getRawSearch(request)
      // A query may be for one visitor only, such as the token of a social login.
      reply.header('cache-control', search === '' ? 'public, max-age=3600' : 'no-store')
      return reply.redirect(buildMovedAddress(to, new URLSearchParams(search)), 301)
    })
  }
}
