import { CODE } from '@portal/contract/errors.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, isSameVersion } from '#assets/encodings.ts'
import { errorEnvelope } from '#errors.ts'
import type { PageService } from '#pages/page-service.ts'
import { formBody } from '#plugins/form-body.ts'
import { clientAddress, rawPath, rawSearch, siteOrigin } from './request-address.ts'
import type { TokenLanding } from './token-landing.ts'

interface Options {
  pages: PageService
  landing: TokenLanding
  policy: string
  publicOrigin: string | null
}

/** Addresses that never are a page, whatever comes behind. */
const API = /^\/(?:v1|oauth|file|bff|logout|wechat|dev)(?:\/|$)/i
/** Written to be read as another path than it looks: never a page of ours. */
const DISGUISED = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\\|%2f|%5c|%2e/i
/** The last part of the path looks like a file: a missing asset, not a page. */
const FILE = /\.[a-z0-9]{1,8}$/i

/** Pages whose form works without JavaScript. */
const FORM_PATHS = ['/certificate-check', '/certificate-check/receipt', '/certificate-check/report']

/** Everything that is not a call, an asset or a machine's file: a page. */
export const pageRoutes: FastifyPluginAsync<Options> = async (app, { pages, landing, policy, publicOrigin }) => {
  app.get('/*', { config: { access: 'public', from: 'page' } }, async (request, reply) => {
    const path = rawPath(request)
    // `GET *` and `GET http://…` reach this route too.
    if (!path.startsWith('/') || API.test(path) || DISGUISED.test(path)) return answerNoSuchCall(reply)
    if (FILE.test(path)) return sendNoSuchFile(reply)
    if (landing.isLanding(request)) return landing.answer(request, reply)
    const { page, ageSeconds, state } = await pages.get(siteOrigin(request, publicOrigin), path + rawSearch(request))
    // `no-cache`, not `no-store`: the browser may keep the page for «back», but asks before it shows it again.
    reply.header('cache-control', state === 'shell' ? 'no-store' : 'no-cache')
    reply.header('x-cache', state).header('age', String(ageSeconds))
    reply.header('vary', 'accept-encoding').header('content-security-policy', policy)
    if (page.redirect) return reply.redirect(page.redirect, page.status)
    if (page.status === CODE.overloaded) reply.header('retry-after', '10')
    reply.header('etag', page.etag).type('text/html; charset=utf-8').code(page.status)
    if (page.status === 200 && isSameVersion(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    return sendEncoded(request, reply, page)
  })

  await app.register(async (forms) => {
    await forms.register(formBody)
    for (const path of FORM_PATHS) {
      const config = { access: 'public', from: 'form', exactPath: () => path } as const
      forms.post<{ Body: string }>(path, { config }, async (request, reply) => {
        const visitor = { address: clientAddress(request), userAgent: request.headers['user-agent'] }
        const address = path + rawSearch(request)
        const page = await pages.submit(siteOrigin(request, publicOrigin), address, { body: request.body, visitor })
        reply.header('cache-control', 'no-store').header('content-security-policy', policy)
        // Not `no-referrer`: the next form would then come with `Origin: null` and be taken for another site's.
        reply.header('vary', 'accept-encoding').header('referrer-policy', 'same-origin')
        if (page.redirect) return reply.redirect(page.redirect, page.status)
        if (page.status === CODE.overloaded) reply.header('retry-after', '10')
        reply.type('text/html; charset=utf-8').code(page.status)
        return sendEncoded(request, reply, page)
      })
    }
  })
}

async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { html: string; br(): Promise<Buffer>; gzip(): Promise<Buffer> },
) {
  const encoding = chooseEncoding(request.headers['accept-encoding'], { br: true, gzip: true })
  if (encoding === 'identity') return reply.send(page.html)
  return reply.header('content-encoding', encoding).send(await page[encoding]())
}

/** For what is neither a call nor a page. */
export function answerNoSuchCall(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'no-store').send(errorEnvelope(CODE.noSuchCall, '没有这个接口'))
}

function sendNoSuchFile(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个文件')
}
