import { ENGLISH_PREFIX, SHARE_REVOKE_PATH } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { FileFormLimits } from '#config/limits.ts'
import { AppError, errorEnvelope } from '#errors.ts'
import { STARTING_PAGE, STARTING_RETRY_SECONDS } from '#overload/busy-page.ts'
import type { Asker, PageAnswer, PageService } from '#pages/page-service.ts'
import { answerError } from '#plugins/error-handler.ts'
import { type FormBody, formBody } from '#plugins/form-body.ts'
import { getClientAddress, toClientKey } from '#request/client-address.ts'
import { getRawPath, getRawSearch, getSiteOrigin } from '#request/request-address.ts'
import type { CachedResponse, ResponseForm } from '#responses/cached-response.ts'
import { sendFromCache } from '#responses/edge-answer.ts'
import { chooseEncoding, isSameVersion } from '#responses/encodings.ts'
import type { PreparedResponse } from '#responses/prepared-response.ts'
import { sendEncoded } from '#responses/send-encoded.ts'
import type { TokenLanding } from '#routes/login/token-landing.ts'
import type { AddressHits } from '#upstream/address-hits.ts'
import type { RedirectFinder } from '#upstream/redirect-finder.ts'
import type { PreviewPage } from './preview-page.ts'
import type { SharePage } from './share-page.ts'

interface Options {
  pages: PageService
  redirects: RedirectFinder
  hits: AddressHits
  /** Whether upstream has not answered yet since this process started. */
  isStarting(): Promise<boolean>
  landing: TokenLanding
  preview: PreviewPage
  share: SharePage
  policy: string
  publicOrigin: string | null
  fileForms: FileFormLimits
}

/** Addresses that are never a page, including everything below them. */
const API = /^\/(?:(?:v1|oauth|file|bff|logout|wechat|dev)(?:\/|$)|log\/)/i
/** Paths that a proxy or the router may read differently: never a page of this site. */
export const DISGUISED_PATH = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\\|%2f|%5c|%2e/i
/** The last part of the path looks like a file: a missing asset, not a page. */
export const FILE_PATH = /\.[a-z0-9]{1,8}$/i

const FILES_TOO_LARGE = '图片合计超过 10 MB，没有提交。请返回上一页，换小一些的图片或减少张数'
const FILES_BUSY = '访问人数较多，没有提交。请稍后返回上一页重新提交'

/** Pages whose form works without JavaScript. */
const FORM_PATHS = [
  ...['/certificate-check', '/certificate-check/receipt', '/certificate-check/share', SHARE_REVOKE_PATH],
  ...['/en/certificate-check', '/en/certificate-check/receipt', '/en/certificate-check/share'],
  ENGLISH_PREFIX + SHARE_REVOKE_PATH,
  ...['/orders/new', '/orders/progress'],
]
/** Pages whose form also has files. */
const FILE_FORM_PATHS = ['/conversation', '/certificate-check/report']

function createHead(page: CachedResponse, policy: string): Record<string, string> {
  return {
    // The browser may keep the page for «back», but revalidates it before it shows it again.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': policy,
    etag: page.etag,
    'content-type': 'text/html; charset=utf-8',
  }
}

/** Serves pages: everything that is not a call, an asset or a file for machines. */
export const pageRoutes: FastifyPluginAsync<Options> = async (
  app,
  { pages, redirects, hits, isStarting, landing, preview, share, policy, publicOrigin, fileForms },
) => {
  /** Sends a page that was sent before in the same encoding, and is fresh. */
  function sendCached(request: FastifyRequest, reply: FastifyReply): boolean {
    const cached = pages.cached(getSiteOrigin(request, publicOrigin), request.raw.url ?? '')
    const prepared = cached?.page.prepared(chooseForm(request, cached.page))
    if (!cached || !prepared) return false
    sendPage(request, reply, cached, prepared)
    return true
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer, prepared: PreparedResponse) {
    const origin = getSiteOrigin(request, publicOrigin)
    // A cached page counts against no budget, but a request with an invented host name does, because nginx would cache
    // a copy for each name.
    const isOwnName = origin.endsWith(`//${request.headers.host}`)
    const isCurrent = () => isOwnName && pages.staysCurrent(origin, request.raw.url ?? '', answer.page)
    return sendFromCache(reply, prepared, answer, isCurrent)
  }

  let isStartingLogged = false

  function sendStartingPage(reply: FastifyReply) {
    if (!isStartingLogged) {
      isStartingLogged = true
      app.log.warn('visitors get a page that says that the site is starting: upstream has not answered yet')
    }
    const seconds = String(STARTING_RETRY_SECONDS)
    reply.header('cache-control', 'no-store').header('content-security-policy', policy)
    reply.header('retry-after', seconds).header('refresh', seconds)
    return reply.code(CODE.overloaded).type('text/html; charset=utf-8').send(STARTING_PAGE)
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    const path = getRawPath(request)
    // `GET *` and `GET http://…` reach this route too.
    if (!path.startsWith('/') || API.test(path) || DISGUISED_PATH.test(path)) return answerNoSuchCall(reply)
    if (FILE_PATH.test(path)) return sendNoSuchFile(reply)
    if (await isStarting()) return sendStartingPage(reply)
    if (landing.isLanding(request)) return landing.answer(request, reply)
    if (preview.isPreview(request)) return preview.answer(request, reply)
    if (share.isShare(request)) return share.answer(request, reply, toPageClient(request))
    const address = path + getRawSearch(request)
    const answer = await pages.get(getSiteOrigin(request, publicOrigin), address, toPageClient(request))
    const { page, ageSeconds, state, retryAfterSeconds } = answer
    if (!page.location && state !== 'shell' && state !== 'stale') {
      const prepared = await page.prepare(chooseForm(request, page), createHead(page, policy), app.completeHead)
      return sendPage(request, reply, answer, prepared)
    }
    reply.header('cache-control', state === 'shell' ? 'no-store' : 'no-cache')
    reply.header('x-cache', state).header('age', String(ageSeconds))
    reply.header('vary', 'accept-encoding').header('content-security-policy', policy)
    if (page.location) return reply.redirect(page.location, page.status)
    if (page.status === CODE.overloaded) reply.header('retry-after', '10')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    reply.header('etag', page.etag).type('text/html; charset=utf-8').code(page.status)
    if (page.status === 200 && isSameVersion(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    return sendEncoded(request, reply, page)
  }

  function sendRedirect(request: FastifyRequest, reply: FastifyReply): boolean {
    const search = getRawSearch(request)
    const found = redirects.find(getRawPath(request), search)
    if (found === null) return false
    hits.countMoved(found.from)
    // A query may be for one visitor only, such as the token of a social login.
    reply.header('cache-control', search === '' ? 'public, max-age=3600' : 'no-store').redirect(found.to, 301)
    return true
  }

  const countMissing = async (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.statusCode !== 404 || request.method !== 'GET') return
    await hits.countMissing(getRawPath(request), toClientKey(getClientAddress(request)))
  }

  app.get('/*', { config: { access: 'public', from: 'page' }, onResponse: countMissing }, (request, reply) =>
    sendRedirect(request, reply) || sendCached(request, reply) ? undefined : answerPage(request, reply),
  )

  /** Answers a refused body of a form with files by a page, because such a form comes without JavaScript. */
  function answerRefusedFiles(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = toRefusal(error)
    if (!refusal) return answerError(error, request, reply)
    const { code, message, retryAfterSeconds } = refusal
    reply.header('cache-control', 'no-store').header('content-security-policy', policy)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    // The rest of the body is not read.
    reply.header('connection', 'close')
    const { text: html } = pages.refusal(getSiteOrigin(request, publicOrigin), message)
    return reply.code(code).type('text/html; charset=utf-8').send(html)
  }

  const takeForms = (paths: readonly string[], files?: FileFormLimits) => async (forms: FastifyInstance) => {
    await forms.register(formBody, { files })
    if (files) forms.setErrorHandler(answerRefusedFiles)
    for (const path of paths) {
      const config = { access: 'public', from: 'form', exactPath: () => path } as const
      forms.post<{ Body: FormBody }>(path, { config }, async (request, reply) => {
        const visitor = { address: getClientAddress(request), userAgent: request.headers['user-agent'] }
        const address = path + getRawSearch(request)
        const form = { body: request.body, type: request.headers['content-type'] ?? '', visitor }
        const page = await pages.submit(getSiteOrigin(request, publicOrigin), address, form, toPageClient(request))
        reply.header('cache-control', 'no-store').header('content-security-policy', policy)
        // `no-referrer` would be wrong: the next form would then have `Origin: null` and count as another site's.
        reply.header('vary', 'accept-encoding').header('referrer-policy', 'same-origin')
        if (page.location) return reply.redirect(page.location, page.status)
        if (page.status === CODE.overloaded) reply.header('retry-after', '10')
        reply.type('text/html; charset=utf-8').code(page.status)
        return sendEncoded(request, reply, page)
      })
    }
  }
  await app.register(takeForms(FORM_PATHS))
  await app.register(takeForms(FILE_FORM_PATHS, fileForms))
}

/** Returns `null` for an error that does not refuse the body of a form with files. */
function toRefusal(error: unknown): { code: number; message: string; retryAfterSeconds?: number | undefined } | null {
  if (!(error instanceof AppError)) {
    const { statusCode } = Object(error) as { statusCode?: unknown }
    return statusCode === CODE.tooLarge ? { code: CODE.tooLarge, message: FILES_TOO_LARGE } : null
  }
  const { code, message, retryAfterSeconds } = error
  if (code === CODE.overloaded) return { code, message: FILES_BUSY, retryAfterSeconds }
  return code === CODE.tooMany || code === 408 ? { code, message, retryAfterSeconds } : null
}

function toPageClient(request: FastifyRequest): Asker {
  return { client: toClientKey(getClientAddress(request)), requestId: request.id }
}

function chooseForm({ headers }: FastifyRequest, page: CachedResponse): ResponseForm {
  const isUnchanged = page.status === 200 && isSameVersion(headers['if-none-match'], page.etag)
  return isUnchanged ? 'unchanged' : chooseEncoding(headers['accept-encoding'], { br: true, gzip: true })
}

/** Answers a request that is neither a call nor a page. */
export function answerNoSuchCall(reply: FastifyReply) {
  const extra = { requestId: reply.request.id }
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send(errorEnvelope(CODE.noSuchCall, '没有这个接口', extra))
}

export function sendNoSuchFile(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个文件')
}
