import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { toOwnMemory } from '#answers/own-memory.ts'
import { type CacheTimes, type Loaded, StaleCache } from '#cache/stale-cache.ts'
import type { CallService } from '#calls/call-service.ts'
import type { Observability } from '#observability/observability.ts'
import { BUSY_PAGE } from '#overload/busy-page.ts'
import type { Overload } from '#overload/overload.ts'
import { createTurns } from '#overload/turns.ts'
import { ifInTime } from '#time-limit.ts'
import { createInnerFetch, type InnerFetch, type Visitor } from './inner-fetch.ts'
import type { LoadedBundle, Rendered } from './page-bundle.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A finished document, ready to be sent in any encoding. */
export interface Page {
  status: number
  redirect: string | null
  etag: string
  html: string
  /** Compressed when it is first asked for, then kept. */
  br(): Promise<Buffer>
  gzip(): Promise<Buffer>
  /** Compressed a little less in a third of the time, and not kept: for who asks first, and may be the only one. */
  quickBr(): Promise<Buffer>
}

export interface PageAnswer {
  page: Page
  /** Seconds since its data was read. */
  ageSeconds: number
  state: 'fresh' | 'refreshing' | 'stale' | 'new' | 'shell'
}

/** A form that was sent without JavaScript. */
export interface Submission {
  /** `application/x-www-form-urlencoded`; in no log and no cache. */
  body: string
  visitor: Visitor
}

export interface PageService {
  /**
   * The page at an address of this site, for the request with this id. Never fails: when it cannot be rendered, the
   * shell comes instead, and when there is too much to do, a small page that says so.
   */
  get(origin: string, address: string, requestId: string): Promise<PageAnswer>
  /** The page at an address when it can be sent just as it is; all else is for `get`. */
  kept(origin: string, address: string): Pick<PageAnswer, 'page' | 'ageSeconds'> | null
  /** The page that answers a form, for its sender alone. Never fails, as `get`. */
  submit(origin: string, address: string, form: Submission, requestId: string): Promise<Page>
  /** What these calls answer has changed: pages made of it are made anew before they are shown. */
  outdate(paths: readonly string[]): void
}

/** Memory for pages, in characters of HTML. */
const CACHE_CHARS = 48_000_000
/** What keeping a page costs besides its text, in characters: redirects have none. */
const ENTRY_CHARS = 1_000
const TIMES: CacheTimes = { freshMs: 5 * SECOND_MS, refreshMs: 10 * MINUTE_MS, keepMs: 24 * HOUR_MS }
/** While there is too much to do: what may be shown while it is refreshed is shown without refreshing it. */
const BUSY_TIMES: CacheTimes = { ...TIMES, freshMs: TIMES.refreshMs }
/** A page that takes longer is finished in the browser. ms. */
const RENDER_PATIENCE_MS = 2_500
/** A render that takes this long is given up: nobody else can try while it lasts. ms. */
const RENDER_MAX_MS = 60 * SECOND_MS
/** Whoever would wait longer for his turn to be rendered is asked to come later. ms. */
const LINE_MAX_MS = 1_000
/** Pages rendered at once; above it the browser does it, so that a flood of addresses leaves time for the rest. */
const RENDERS_MAX = 64
const OUTAGE_STATUS = 503
/** 0 to 11. With one less pages are some 8 % longer for everybody, and half a millisecond is spared once. */
const BROTLI_QUALITY = 5
/** A seventh longer, for a third of the time. */
const QUICK_BROTLI_QUALITY = 3

interface Options {
  /** The server itself: pages read their data through its own routes. */
  app: FastifyInstance
  service: Pick<CallService, 'kept'>
  loaded: LoadedBundle
  overload: Pick<Overload, 'arrived' | 'refuses'>
  observed: Pick<Observability, 'caches' | 'pages'>
  log: FastifyBaseLogger
  now: () => number
}

interface Kept {
  page: Page
  /** Epoch ms from which the data is, when upstream could not give newer. */
  staleSinceMs: number | null
  /** Of the calls that it is made of. */
  paths: ReadonlySet<string>
}

/** Renders public pages once for everybody and keeps them for a short while. */
export function createPageService({ app, service, loaded, overload, observed, log, now }: Options): PageService {
  const { bundle, manifest } = loaded
  const cache = new StaleCache<Kept>({
    now,
    maxSize: CACHE_CHARS,
    sizeOf: ({ page }) => page.html.length + ENTRY_CHARS,
  })
  observed.caches.watch('pages', cache)

  let rendering = 0
  const turns = createTurns()

  async function inTurn<T>(kind: 'page' | 'form', isAwaited: boolean, work: () => Promise<T>): Promise<T> {
    // Pages that were made together grow old together: their visitors would all wait for all of them.
    await turns.next(isAwaited)
    if (rendering >= RENDERS_MAX) throw new BusyError()
    rendering += 1
    try {
      return await observed.pages.making(kind, () => inTime(work), isOutage)
    } finally {
      rendering -= 1
    }
  }

  function render(request: Request, origin: string, { fetch, requestId }: InnerFetch): Promise<Rendered> {
    const onError = (error: unknown) =>
      log.error({ err: error, reqId: requestId, page: request.url.split('?')[0] }, 'page loader failed')
    return bundle.render(request, { fetch, manifest, origin, onError })
  }

  const isTooMuch = () => overload.refuses('rest') || turns.expectedMs() >= LINE_MAX_MS

  /** Rendering is the dearest thing done here, and the first to be left. */
  async function renderIfTime(isAwaited: boolean, work: () => Promise<Loaded<Kept>>): Promise<Loaded<Kept>> {
    overload.arrived()
    if (isTooMuch()) throw new OverloadError()
    return inTurn('page', isAwaited, work)
  }

  async function renderForAll(origin: string, address: string, requestId: string): Promise<Loaded<Kept>> {
    const inner = createInnerFetch({ app, service, origin, requestId, now })
    const rendered = await render(new Request(origin + address), origin, inner)
    if (rendered.status >= 500) throw new OutageError(rendered.status)
    const page = createPage(rendered.status, rendered.html, rendered.redirect ?? null)
    const staleSinceMs = inner.staleSinceMs()
    return { value: { page, staleSinceMs, paths: inner.paths }, isKept: true, isProvisional: staleSinceMs !== null }
  }

  async function renderAnswer(origin: string, address: string, form: Submission, requestId: string): Promise<Page> {
    const { body, visitor } = form
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(origin + address, { method: 'POST', body, headers })
    const inner = createInnerFetch({ app, service, origin, visitor, requestId, now })
    const { status, html, redirect } = await render(request, origin, inner)
    return createPage(status, html, redirect ?? null)
  }

  function shellPage(origin: string, notice: string | null): Page {
    const html = bundle.shell({ manifest, origin })
    return notice === null ? createPage(200, html, null) : createPage(OUTAGE_STATUS, withNotice(html, notice), null)
  }

  const busyPage = createPage(CODE.overloaded, BUSY_PAGE, null)

  return {
    async get(origin, address, requestId) {
      const key = `${origin} ${address}`
      try {
        const isBusy = isTooMuch()
        const kept = cache.get(key, isBusy ? BUSY_TIMES : TIMES, (isAwaited) =>
          renderIfTime(isAwaited, () => renderForAll(origin, address, requestId)),
        )
        const answer = await ifInTime(RENDER_PATIENCE_MS, kept)
        if (!answer) return { page: shellPage(origin, null), ageSeconds: 0, state: 'shell' }
        const { page, staleSinceMs } = answer.value
        const isStale = staleSinceMs !== null || answer.state === 'stale'
        if (!isStale) return { page, ageSeconds: answer.ageSeconds, state: answer.state }
        const sinceMs = staleSinceMs ?? now() - answer.ageSeconds * SECOND_MS
        const ageSeconds = Math.floor((now() - sinceMs) / SECOND_MS)
        return { page: withStaleNotice(page, sinceMs, isBusy), ageSeconds, state: 'stale' }
      } catch (error) {
        if (error instanceof OverloadError) return { page: busyPage, ageSeconds: 0, state: 'shell' }
        const hasNoData = isOutage(error)
        if (!hasNoData && !(error instanceof BusyError)) {
          log.error({ err: error, reqId: requestId, page: address.split('?')[0] }, 'page could not be rendered')
        }
        const notice = hasNoData ? `暂时连接不上数据服务，请稍后再试${numbered(requestId)}` : null
        return { page: shellPage(origin, notice), ageSeconds: 0, state: 'shell' }
      }
    },

    kept(origin, address) {
      const answer = cache.fresh(`${origin} ${address}`, TIMES.freshMs)
      if (!answer || answer.value.staleSinceMs !== null) return null
      return { page: answer.value.page, ageSeconds: answer.ageSeconds }
    },

    async submit(origin, address, form, requestId) {
      try {
        return await inTurn('form', true, () => renderAnswer(origin, address, form, requestId))
      } catch (error) {
        if (!(error instanceof BusyError)) {
          log.error(
            { err: error, reqId: requestId, page: address.split('?')[0] },
            'answer to a form could not be rendered',
          )
        }
        // The browser cannot finish what only the server was sent.
        return shellPage(origin, `暂时无法处理这次提交，请稍后再试${numbered(requestId)}`)
      }
    },

    outdate(changed) {
      cache.outdate(({ paths }) => changed.some((path) => paths.has(path)))
    },
  }
}

/** The page's data could not be had. */
class OutageError extends Error {
  constructor(status: number) {
    super(`page came out with status ${status}`)
  }
}

/** So many wait for their data that another would only wait too. */
class BusyError extends Error {}

/** This process is late. */
class OverloadError extends Error {}

function isOutage(error: unknown): boolean {
  return error instanceof OutageError
}

/** @throws Error when it takes too long */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const rendered = await ifInTime(RENDER_MAX_MS, work())
  if (!rendered) throw new Error(`page not rendered within ${RENDER_MAX_MS} ms`)
  return rendered
}

/** What a visitor who reports the outage names; HTML. */
function numbered(requestId: string): string {
  return `（编号&nbsp;<code>${requestId}</code>）`
}

function createPage(status: number, html: string, redirect: string | null): Page {
  let br: Promise<Buffer> | undefined
  let zipped: Promise<Buffer> | undefined
  return {
    status,
    redirect,
    html,
    etag: `"${hash('sha256', html, 'base64url').slice(0, 22)}"`,
    br: () => (br ??= compressBrotli(html, brotliOf(BROTLI_QUALITY)).then(toOwnMemory)),
    quickBr: () => compressBrotli(html, brotliOf(QUICK_BROTLI_QUALITY)),
    gzip: () => (zipped ??= compressGzip(html).then(toOwnMemory)),
  }
}

function brotliOf(quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
}

function withStaleNotice(page: Page, sinceMs: number, isBusy: boolean): Page {
  const [date = '', time = ''] = toWireDateTime(sinceMs).split(' ')
  const why = isBusy ? '访问人数较多' : '暂时连接不上数据服务'
  const text = `${why}，以下为 ${date} ${time.slice(0, 5)} 的内容`
  return createPage(page.status, withNotice(page.html, text), page.redirect)
}

/** Puts a line before everything else in the page, outside of what React hydrates. */
function withNotice(html: string, text: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}<p class="service-notice" role="status">${text}</p>`)
}
