import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { type CacheTimes, type Loaded, type LoadReason, StaleCache } from '#cache/stale-cache.ts'
import type { Observability } from '#observability/observability.ts'
import { BUSY_PAGE, TOO_MANY_PAGE, TOO_MANY_RETRY_SECONDS } from '#overload/busy-page.ts'
import { createClientLines, LineFullError } from '#overload/client-lines.ts'
import type { Overload } from '#overload/overload.ts'
import { createScheduler } from '#overload/scheduler.ts'
import { CachedResponse } from '#responses/cached-response.ts'
import { EDGE_MAX_MS } from '#responses/edge-answer.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { resolveInTime } from '#time-limit.ts'
import {
  type CachedPage,
  createPageRenderer,
  insertNotice,
  OutageError,
  type RendererOptions,
  type Submission,
} from './page-renderer.ts'

export interface PageAnswer {
  page: CachedResponse
  /** Age of the page's data in seconds. */
  ageSeconds: number
  state: 'fresh' | 'refreshing' | 'stale' | 'new' | 'shell'
  /** Set if the client has requested too many pages. */
  retryAfterSeconds?: number
}

/** Client that requests a page. */
export interface Asker {
  /** Key of the client's budgets (`clientOf`). */
  client: string
  requestId: string
}

export interface PageService {
  /**
   * Returns the page at an address of this site. Never fails: a page that cannot be rendered becomes the shell, and
   * under overload, or above the client's budget, a small page with the reason.
   */
  get(origin: string, address: string, asker: Asker): Promise<PageAnswer>
  /** Returns the fresh page at an address; `null` when `get` has to make or refresh it. */
  cached(origin: string, address: string): PageAnswer | null
  /**
   * Whether the page at this address is fresh and does not change by itself within the time that nginx may cache it.
   */
  staysCurrent(origin: string, address: string, page: CachedResponse): boolean
  /** Renders the page at an address for this one response, without any cache. Never fails, as `get`. */
  once(origin: string, address: string, asker: Asker): Promise<Pick<PageAnswer, 'page' | 'retryAfterSeconds'>>
  /** Renders the page that answers a form, for its sender only. Never fails, as `get`. */
  submit(origin: string, address: string, form: Submission, asker: Asker): Promise<CachedResponse>
  /** Returns the shell with a line that says why a form was refused. */
  refusal(origin: string, text: string): CachedResponse
  /** Answers of these calls have changed: pages made from them are rendered again before they are shown. */
  invalidate(paths: readonly string[]): void
}

/** Memory for pages, in characters of HTML. */
const CACHE_CHARS = 48_000_000
/** Overhead of a cached page, in characters: redirects have no text. */
const ENTRY_CHARS = 1_000
const TIMES: CacheTimes = { freshMs: 5 * SECOND_MS, refreshMs: 10 * MINUTE_MS, keepMs: 24 * HOUR_MS }
/** Pages are not refreshed under overload while they may be shown. */
const BUSY_TIMES: CacheTimes = { ...TIMES, freshMs: TIMES.refreshMs }
/** Time after which the shell is sent, and the browser renders the page. ms. */
const RENDER_PATIENCE_MS = 2_500
/** Time after which a render is abandoned, as it blocks others of the same page. ms. */
const RENDER_MAX_MS = 60 * SECOND_MS
/** Expected wait for rendering above which requests are refused. ms. */
const LINE_MAX_MS = 1_000
/** Concurrent renders; beyond it the browser renders. */
const RENDERS_MAX = 64
/** Renders of one client. */
const CLIENT_RENDERS = { atOnce: 8, waiting: 32 }

interface Options extends RendererOptions {
  overload: Pick<Overload, 'arrived' | 'refuses'>
  observed: Pick<Observability, 'caches' | 'pages'>
  /** Budget of a client for renders. */
  budget: RateLimit
}

/** Renders public pages once for all visitors, and caches them. */
export function createPageService(options: Options): PageService {
  const { overload, observed, budget, log, now } = options
  const renderer = createPageRenderer(options)
  const cache = new StaleCache<CachedPage>({
    now,
    maxSize: CACHE_CHARS,
    getSize: ({ page }) => page.text.length + ENTRY_CHARS,
  })
  observed.caches.watch('pages', cache)
  let rendering = 0
  const scheduler = createScheduler()
  const lines = createClientLines(CLIENT_RENDERS)

  async function inTurn<T>(kind: 'page' | 'form', isAwaited: boolean, work: () => Promise<T>): Promise<T> {
    // Pages that are rendered together expire together: without a queue each request would wait for all of them.
    await scheduler.next(isAwaited)
    if (rendering >= RENDERS_MAX) throw new BusyError()
    rendering += 1
    try {
      return await observed.pages.making(kind, () => limitTime(work), isOutage)
    } finally {
      rendering -= 1
    }
  }

  const isTooMuch = () => overload.refuses('rest') || scheduler.expectedMs() >= LINE_MAX_MS

  /** Renders if there is time: rendering is the most expensive work of the BFF, and the first to be refused. */
  async function renderIfTime(reason: LoadReason, client: string, work: () => Promise<Loaded<CachedPage>>) {
    if (isTooMuch()) throw new OverloadError()
    if (reason !== 'missing') {
      overload.arrived()
      return inTurn('page', reason === 'expired', work)
    }
    // A refresh of a cached page counts against no client.
    const { isAllowed } = await budget.take(client)
    if (!isAllowed) throw new TooManyError(client)
    overload.arrived()
    return lines.run(client, () => inTurn('page', true, work))
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
          renderIfTime(reason, client, () => renderer.renderPage(origin, address, requestId, cache.peek(key)?.page)),
        )
        const answer = await resolveInTime(RENDER_PATIENCE_MS, kept)
        if (!answer) return { page: renderer.shell(origin, null), ageSeconds: 0, state: 'shell' }
        const { page, staleSinceMs } = answer.value
        const isStale = staleSinceMs !== null || answer.state === 'stale'
        if (!isStale) return { page, ageSeconds: answer.ageSeconds, state: answer.state }
        const sinceMs = staleSinceMs ?? now() - answer.ageSeconds * SECOND_MS
        const ageSeconds = Math.floor((now() - sinceMs) / SECOND_MS)
        return { page: insertStaleNotice(page, sinceMs, isBusy), ageSeconds, state: 'stale' }
      } catch (error) {
        if (error instanceof OverloadError) return { page: busyPage, ageSeconds: 0, state: 'shell' }
        if (error instanceof TooManyError) {
          // The budget is that of another client that requested the same page at the same time.
          if (error.client !== client) return this.get(origin, address, asker)
          return { page: tooManyPage, ageSeconds: 0, state: 'shell', retryAfterSeconds: TOO_MANY_RETRY_SECONDS }
        }
        const hasNoData = isOutage(error)
        if (!hasNoData && !isBusy(error)) {
          log.error({ err: error, reqId: requestId, page: address.split('?')[0] }, 'page could not be rendered')
        }
        const notice = hasNoData ? `暂时连接不上数据服务，请稍后再试${formatRequestId(requestId)}` : null
        return { page: renderer.shell(origin, notice), ageSeconds: 0, state: 'shell' }
      }
    },

    cached(origin, address) {
      const answer = cache.fresh(`${origin} ${address}`, () => TIMES.freshMs)
      if (!answer || answer.value.staleSinceMs !== null) return null
      return { page: answer.value.page, ageSeconds: answer.ageSeconds, state: 'fresh' }
    },

    async once(origin, address, { client, requestId }) {
      try {
        return (await renderIfTime('missing', client, () => renderer.renderPage(origin, address, requestId))).value
      } catch (error) {
        if (error instanceof OverloadError) return { page: busyPage }
        if (error instanceof TooManyError) return { page: tooManyPage, retryAfterSeconds: TOO_MANY_RETRY_SECONDS }
        // Only the error is logged, as the address is a secret.
        if (!isOutage(error) && !isBusy(error))
          log.error({ err: error, reqId: requestId }, 'page could not be rendered')
        return { page: renderer.shell(origin, `暂时无法打开这个页面，请稍后再试${formatRequestId(requestId)}`) }
      }
    },

    async submit(origin, address, form, { client, requestId }) {
      const work = () => renderer.renderForm(origin, address, form, requestId)
      try {
        return await lines.run(client, () => inTurn('form', true, work))
      } catch (error) {
        if (!isBusy(error)) {
          log.error(
            { err: error, reqId: requestId, page: address.split('?')[0] },
            'answer to a form could not be rendered',
          )
        }
        // Only the server has the form, so the browser cannot render the answer.
        return renderer.shell(origin, `暂时无法处理这次提交，请稍后再试${formatRequestId(requestId)}`)
      }
    },

    refusal: (origin, text) => renderer.shell(origin, text),
    staysCurrent: (origin, address, page) => staysCurrent(cache, `${origin} ${address}`, page),

    invalidate(changed) {
      cache.invalidate(({ paths }) => changed.some((path) => paths.has(path)))
    },
  }
}

function staysCurrent(cache: StaleCache<CachedPage>, key: string, page: CachedResponse): boolean {
  const value = cache.peekLasting(key, () => TIMES.freshMs, EDGE_MAX_MS)
  return value?.page === page && value.staleSinceMs === null
}

/** Too many renders wait for their data. */
class BusyError extends Error {}

/** The event loop is delayed. */
class OverloadError extends Error {}

/** The client's budget of renders is used up. */
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

/** @throws Error when `work` takes too long */
async function limitTime<T>(work: () => Promise<T>): Promise<T> {
  const rendered = await resolveInTime(RENDER_MAX_MS, work())
  if (!rendered) throw new Error(`page not rendered within ${RENDER_MAX_MS} ms`)
  return rendered
}

/** Returns the request id as HTML, for a visitor's report. */
function formatRequestId(requestId: string): string {
  return `（编号&nbsp;<code>${requestId}</code>）`
}

function insertStaleNotice(page: CachedResponse, sinceMs: number, isBusy: boolean): CachedResponse {
  const [date = '', time = ''] = toWireDateTime(sinceMs).split(' ')
  const why = isBusy ? '访问人数较多' : '暂时连接不上数据服务'
  const text = `${why}，以下为 ${date} ${time.slice(0, 5)} 的内容`
  return new CachedResponse(page.status, insertNotice(page.text, text), page.location)
}
