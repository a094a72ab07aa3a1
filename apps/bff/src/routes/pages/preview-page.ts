import { openPreview, PREVIEW_PARAM } from '@portal/contract/articles/preview.ts'
import type { CallData } from '@portal/contract/call.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { AppError, unauthenticated } from '#errors.ts'
import { makeNoticePage } from '#overload/busy-page.ts'
import type { PageRenderer } from '#pages/page-renderer.ts'
import { insertNotice } from '#pages/page-renderer.ts'
import type { createPreviewAnswers } from '#pages/preview-answers.ts'
import { isDocument, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { type Caller, getCaller } from '#request/caller.ts'
import { getRawPath, getRawSearch, getSiteOrigin } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { Revocations } from '#shared-state/revocations.ts'

interface Options {
  service: Pick<CallService, 'perform'>
  cookies: SessionCookies
  revocations: Revocations
  renderer: Pick<PageRenderer, 'renderPreview'>
  createAnswers: ReturnType<typeof createPreviewAnswers>
  /** Budget of one client for renders. */
  budget: RateLimit
  /** Policy of a preview, which pages of this origin may frame. */
  policy: string
  /** Policy of a refusal. */
  refusalPolicy: string
  publicOrigin: string | null
}

export type PreviewPage = ReturnType<typeof createPreviewPage>

/**
 * Serves public pages with unpublished answers, for staff with the key (docs/management.md, «Preview»). The page is made for
 * this one response: it enters neither the page cache nor the cache of answers, and runs no script of the site.
 */
export function createPreviewPage(options: Options) {
  const { service, cookies, revocations, renderer, createAnswers, budget, policy, refusalPolicy, publicOrigin } =
    options

  /**
   * @throws AppError if the caller is not logged in or lacks the duty, and for a key that is not valid for this page
   */
  async function open(request: FastifyRequest, caller: Caller): Promise<CallData<typeof openPreview>> {
    const key = readKey(request) ?? ''
    const { envelope } = await service.perform(openPreview, { query: { key } }, caller)
    if (envelope.code !== CODE.ok) throw new AppError(envelope.code, envelope.message)
    const preview = envelope.data as CallData<typeof openPreview>
    if (preview.path !== getRawPath(request))
      throw new AppError(CODE.rule, '预览链接与页面地址不符，请回到编辑页重新预览')
    return preview
  }

  async function render(request: FastifyRequest) {
    const session = cookies.read(request)
    if (!session || (await revocations.isRevoked(session.token))) throw unauthenticated()
    await takeCall(budget, request)
    const caller = { ...getCaller(request), session }
    const { notice, answers } = await open(request, caller)
    // The key is left out, because pages put their address into links.
    const page = { address: getRawPath(request), answer: createAnswers(answers, caller) }
    const { html, ...rendered } = await renderer.renderPreview(getSiteOrigin(request, publicOrigin), page, request.id)
    return { ...rendered, html: insertNotice(html, `<b>预览 · 未发布</b>　${escapeHtml(notice)}`) }
  }

  return {
    isPreview: (request: FastifyRequest) => readKey(request) !== null,

    async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
      reply.header('referrer-policy', 'no-referrer').header('content-security-policy', refusalPolicy)
      reply.type('text/html; charset=utf-8')
      try {
        // Only a person opens a preview.
        if (isPrefetch(request) || !(isDocument(request) || isOwnFrame(request)))
          throw new AppError(CODE.refused, '预览只能在浏览器中直接打开')
        const { status, html, redirect } = await render(request)
        reply.header('content-security-policy', policy)
        return redirect === undefined ? reply.code(status).send(html) : reply.redirect(redirect, status)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const text = error.code === CODE.unauthenticated ? '请先登录管理端，再打开预览。' : escapeHtml(error.message)
        const back = { to: '/manage', text: '管理端' }
        return reply.code(toHttpStatus(error.code)).send(makeNoticePage('无法预览', text, back))
      }
    },
  }
}

/** Whether a page of this origin shows the preview in a frame. Other pages may not, by the policy too. */
function isOwnFrame({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin'
}

/** Returns the key; `null` when the address has none. */
function readKey(request: FastifyRequest): string | null {
  return new URLSearchParams(getRawSearch(request)).get(PREVIEW_PARAM)
}

/** Returns the HTTP status of a code; refusals by a rule have no status of their own. */
function toHttpStatus(code: number): number {
  return code !== CODE.rule && code >= 400 && code < 600 ? code : CODE.refused
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
