import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type CacheTimes, type Loaded, type LoadReason, StaleCache } from '#cache/stale-cache.ts'
import type { CallService } from '#calls/call-service.ts'
import type { Observability } from '#observability/observability.ts'
import { BUSY_PAGE, TOO_MANY_PAGE, TOO_MANY_RETRY_SECONDS } from '#overload/busy-page.ts'
import { createClientLines, LineFullError } from '#overload/client-lines.ts'
import type { Overload } from '#overload/overload.ts'
import { createScheduler } from '#overload/scheduler.ts'
import { CachedResponse } from '#responses/cached-response.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { ifInTime } from '#time-limit.ts'
import { createInProcessFetch, type InProcessFetch, type Visitor } from './in-process-fetch.ts'
import type { LoadedBundle, Rendered } from './page-bundle.ts'

interface PageAnswer {
  page: CachedResponse
  /** Seconds since its data was read. */
  ageSeconds: number
  state: 'fresh' | 'refreshing' | 'stale' | 'new' | 'shell'
  /** Set where the client has had too many pages made. */
  retryAfterSeconds?: number
}

/** Who asks for a page. */
export interface Asker {
  /** As budgets count it. */
  client: string
  requestId: string
}

/** A form that was sent without JavaScript. */
interface Submission {
  /** `application/x-www-form-urlencoded`; in no log and no cache. */
  body: string
  visitor: Visitor
}

export interface PageService {
  /**
   * The page at an address of this site. Never fails: when it cannot be rendered, the shell comes instead, and when there
   * is too much to do, or this client has had too many made, a small page that says so.
   */
  get(origin: string, address: string, asker: Asker): Promise<PageAnswer>
  /** The fresh page at an address; `null` when `get` has to make or refresh it. */
  cached(origin: string, address: string): Pick<PageAnswer, 'page' | 'ageSeconds'> | null
  /** The page that answers a form, for its sender alone. Never fails, as `get`. */
  submit(origin: string, address: string, form: Submission, asker: Asker): Promise<CachedResponse>
  /** What these calls answer has changed: pages made of it are made anew before they are shown. */
  invalidate(paths: readonly string[]): void
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
/** Of them one client's; its next ones wait, and above that the browser renders them too. */
const CLIENT_RENDERS = { atOnce: 8, waiting: 32 }
const OUTAGE_STATUS = 503
interface Options {
  /** The server itself: pages read their data through its own routes. */
  app: FastifyInstance
  service: Pick<CallService, 'cached'>
  loaded: LoadedBundle
  overload: Pick<Overload, 'arrived' | 'refuses'>
  observed: Pick<Observability, 'caches' | 'pages'>
  /** Pages that a client may have made. */
  budget: RateLimit
  log: FastifyBaseLogger
  now: () => number
}

interface CachedPage {
  page: CachedResponse
  /** Epoch ms from which the data is, when upstream could not give newer. */
  staleSinceMs: number | null
  /** Of the calls that it is made of. */
  paths: ReadonlySet<string>
}

/** Renders public pages once for everybody and keeps them for a short while. */
export function createPageService(options: Options): PageService {
  const { app, service, loaded, overload, observed, budget, log, now } = options
  const { bundle, manifest } = loaded
  const cache = new StaleCache<CachedPage>({
    now,
    maxSize: CACHE_CHARS,
    sizeOf: ({ page }) => page.text.length + ENTRY_CHARS,
  })
  observed.caches.watch('pages', cache)

  let rendering = 0
  const scheduler = createScheduler()
  const lines = createClientLines(CLIENT_RENDERS)

  async function inTurn<T>(kind: 'page' | 'form', isAwaited: boolean, work: () => Promise<T>): Promise<T> {
    // Pages that were made together grow old together: their visitors would all wait for all of them.
    await scheduler.next(isAwaited)
    if (rendering >= RENDERS_MAX) throw new BusyError()
    rendering += 1
    try {
      return await observed.pages.making(kind, () => inTime(work), isOutage)
    } finally {
      rendering -= 1
    }
  }

  function render(request: Request, origin: string, { fetch, requestId }: InProcessFetch): Promise<Rendered> {
    const onError = (error: unknown) =>
      log.error({ err: error, reqId: requestId, page: request.url.split('?')[0] }, 'page loader failed')
    return bundle.render(request, { fetch, manifest, origin, onError })
  }

  const isTooMuch = () => overload.refuses('rest') || scheduler.expectedMs() >= LINE_MAX_MS

  /** Rendering is the dearest thing done here, and the first to be left. */
  async function renderIfTime(reason: LoadReason, client: string, work: () => Promise<Loaded<CachedPage>>) {
    if (isTooMuch()) throw new OverloadError()
    if (reason !== 'missing') {
      overload.arrived()
      return inTurn('page', reason === 'expired', work)
    }
    // Making a page anew that is kept for everybody is nobody's; any other is the client's who asks first.
    const { isAllowed } = await budget.take(client)
    if (!isAllowed) throw new TooManyError(client)
    overload.arrived()
    return lines.run(client, () => inTurn('page', true, work))
  }

  async function renderForAll(origin: string, address: string, requestId: string): Promise<Loaded<CachedPage>> {
    const inner = createInProcessFetch({ app, service, origin, requestId, now })
    const rendered = await render(new Request(origin + address), origin, inner)
    if (rendered.status >= 500) throw new OutageError(rendered.status)
    const page = new CachedResponse(rendered.status, rendered.html, rendered.redirect ?? null)
    const staleSinceMs = inner.staleSinceMs()
    return { value: { page, staleSinceMs, paths: inner.paths }, isKept: true, isProvisional: staleSinceMs !== null }
  }

  async function renderAnswer(
    origin: string,
    address: string,
    form: Submission,
    requestId: string,
  ): Promise<CachedResponse> {
    const { body, visitor } = form
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(origin + address, { method: 'POST', body, headers })
    const inner = createInProcessFetch({ app, service, origin, visitor, requestId, now })
    const { status, html, redirect } = await render(request, origin, inner)
    return new CachedResponse(status, html, redirect ?? null)
  }

  function shellPage(origin: string, notice: string | null): CachedResponse {
    const html = bundle.shell({ manifest, origin })
    return notice === null ? new CachedResponse(200, html) : new CachedResponse(OUTAGE_STATUS, withNotice(html, notice))
  }

  const busyPage = new CachedResponse(CODE.overloaded, BUSY_PAGE)
  const tooManyPage = new CachedResponse(CODE.tooMany, TOO_MANY_PAGE)

  return {
    async get(origin, address, asker) {
      const { client, requestId } = asker
      const key = `${origin} ${address}`
      try {
        const isBusy = isTooMuch()
        const kept = cache.get(key, isBusy ? BUSY_TIMES : TIMES, (reason) =>
          renderIfTime(reason, client, () => renderForAll(origin, address, requestId)),
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
        if (error instanceof TooManyError) {
          // Another client asked for the same page at the same time.
          if (error.client !== client) return this.get(origin, address, asker)
          return { page: tooManyPage, ageSeconds: 0, state: 'shell', retryAfterSeconds: TOO_MANY_RETRY_SECONDS }
        }
        const hasNoData = isOutage(error)
        if (!hasNoData && !isBusy(error)) {
          log.error({ err: error, reqId: requestId, page: address.split('?')[0] }, 'page could not be rendered')
        }
        const notice = hasNoData ? `暂时连接不上数据服务，请稍后再试${numbered(requestId)}` : null
        return { page: shellPage(origin, notice), ageSeconds: 0, state: 'shell' }
      }
    },

    cached(origin, address) {
      const answer = cache.fresh(`${origin} ${address}`, TIMES.freshMs)
      if (!answer || answer.value.staleSinceMs !== null) return null
      return { page: answer.value.page, ageSeconds: answer.ageSeconds }
    },

    async submit(origin, address, form, { client, requestId }) {
      const work = () => renderAnswer(origin, address, form, requestId)
      try {
        return await lines.run(client, () => inTurn('form', true, work))
      } catch (error) {
        if (!isBusy(error)) {
          log.error(
            { err: error, reqId: requestId, page: address.split('?')[0] },
            'answer to a form could not be rendered',
          )
        }
        // The browser cannot finish what only the server was sent.
        return shellPage(origin, `暂时无法处理这次提交，请稍后再试${numbered(requestId)}`)
      }
    },

    invalidate(changed) {
      cache.invalidate(({ paths }) => changed.some((path) => paths.has(path)))
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

/** The client has had too many pages made. */
class TooManyError extends Error {
  readonly client: string

  constructor(client: string) {
    super('too many pages')
    this.client = client
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BusyError || error instanceof LineFullError
}

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

function withStaleNotice(page: CachedResponse, sinceMs: number, isBusy: boolean): CachedResponse {
  const [date = '', time = ''] = toWireDateTime(sinceMs).split(' ')
  const why = isBusy ? '访问人数较多' : '暂时连接不上数据服务'
  const text = `${why}，以下为 ${date} ${time.slice(0, 5)} 的内容`
  return new CachedResponse(page.status, withNotice(page.text, text), page.location)
}

/** Puts a line before everything else in the page, outside of what React hydrates. */
function withNotice(html: string, text: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}<p class="service-notice" role="status">${text}</p>`)
}
