import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Loaded } from '#cache/stale-cache.ts'
import type { CallService } from '#calls/call-service.ts'
import type { FormBody } from '#plugins/form-body.ts'
import { removeSecrets } from '#request/request-address.ts'
import { CachedResponse } from '#responses/cached-response.ts'
import { createInProcessFetch, type InProcessFetch, type Visitor } from './in-process-fetch.ts'
import type { LoadedBundle, Rendered } from './page-bundle.ts'
import type { AnswerPreviewed } from './preview-answers.ts'

/** A form that was sent without JavaScript. */
export interface Submission {
  /** Content of the form; it is in no log and no cache. */
  body: FormBody
  /** Media type of the body. */
  type: string
  visitor: Visitor
}

/** A page with some answers that are not published yet. */
export interface PreviewedPage {
  address: string
  answer: AnswerPreviewed
}

export type PageRenderer = ReturnType<typeof createPageRenderer>

export interface CachedPage {
  page: CachedResponse
  /** Time of the oldest data, epoch ms; `null` when all of it is current. */
  staleSinceMs: number | null
  /** Paths of the calls that the page is made from. */
  paths: ReadonlySet<string>
}

export interface RendererOptions {
  /** The server whose own routes answer the page's calls. */
  app: FastifyInstance
  service: Pick<CallService, 'cached' | 'changesInMs'>
  loaded: LoadedBundle
  log: FastifyBaseLogger
  now: () => number
}

const OUTAGE_STATUS = 503

/** Runs web's bundle: shared pages, answers to forms, and the shell. */
export function createPageRenderer({ app, service, loaded, log, now }: RendererOptions) {
  const { bundle, manifest } = loaded

  function render(
    request: Request,
    origin: string,
    { fetch, requestId }: Pick<InProcessFetch, 'fetch' | 'requestId'>,
    isStatic = false,
  ): Promise<Rendered> {
    const onError = (error: unknown) =>
      log.error(
        { err: error, reqId: requestId, page: removeSecrets(request.url.split('?')[0] ?? '') },
        'page loader failed',
      )
    return bundle.render(request, { fetch, manifest, origin, onError, isStatic })
  }

  return {
    /**
     * @param before the page that the result replaces
     * @throws OutageError when the page's data is unavailable
     */
    async renderPage(
      origin: string,
      address: string,
      requestId: string,
      before?: CachedResponse,
    ): Promise<Loaded<CachedPage>> {
      const inProcess = createInProcessFetch({ app, service, origin, requestId, now })
      const { status, html, redirect } = await render(new Request(origin + address), origin, inProcess)
      if (status >= 500) throw new OutageError(status)
      const location = redirect ?? null
      const page = before?.renew(status, html, location) ?? new CachedResponse(status, html, location)
      const staleSinceMs = inProcess.staleSinceMs()
      const value = { page, staleSinceMs, paths: inProcess.paths }
      const changesInMs = inProcess.changesInMs()
      return { value, isKept: true, isProvisional: staleSinceMs !== null, changesInMs }
    },

    async renderForm(origin: string, address: string, form: Submission, requestId: string): Promise<CachedResponse> {
      const { body, type, visitor } = form
      const headers = { 'content-type': type }
      const request = new Request(origin + address, { method: 'POST', body, headers })
      const inProcess = createInProcessFetch({ app, service, origin, visitor, requestId, now })
      const { status, html, redirect } = await render(request, origin, inProcess)
      return new CachedResponse(status, html, redirect ?? null)
    },

    /** Renders a page for which some calls have other answers; nothing of it is cached. */
    async renderPreview(origin: string, page: PreviewedPage, requestId: string): Promise<Rendered> {
      const inProcess = createInProcessFetch({ app, service, origin, requestId, now })
      const fetch: InProcessFetch['fetch'] = async (address, init) =>
        (await page.answer(address, init.method ?? 'GET')) ?? (await inProcess.fetch(address, init))
      return render(new Request(origin + page.address), origin, { fetch, requestId }, true)
    },

    shell(origin: string, notice: string | null): CachedResponse {
      const html = bundle.shell({ manifest, origin })
      if (notice === null) return new CachedResponse(200, html)
      return new CachedResponse(OUTAGE_STATUS, insertNotice(html, notice))
    },
  }
}

/** The page's data is unavailable. */
export class OutageError extends Error {
  constructor(status: number) {
    super(`page rendered with status ${status}`)
  }
}

/** Inserts a line, HTML, before the part of the page that React hydrates. */
export function insertNotice(html: string, text: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}<p class="service-notice" role="status">${text}</p>`)
}
