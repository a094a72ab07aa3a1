import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type CacheTimes, type Loaded, StaleCache } from '#cache/stale-cache.ts'
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
  /** The page at an address of this site. Never fails: when it cannot be rendered, the shell comes instead. */
  get(origin: string, address: string): Promise<PageAnswer>
  /** The page that answers a form, for its sender alone. Never fails, as `get`. */
  submit(origin: string, address: string, form: Submission): Promise<Page>
  /** What these calls answer has changed: pages made of it are made anew before they are shown. */
  outdate(paths: readonly string[]): void
}

/** Memory for pages, in characters of HTML. */
const CACHE_CHARS = 48_000_000
/** What keeping a page costs besides its text, in characters: redirects have none. */
const ENTRY_CHARS = 1_000
const TIMES: CacheTimes = { freshMs: 5 * SECOND_MS, refreshMs: 10 * MINUTE_MS, keepMs: 24 * HOUR_MS }
/** A page that takes longer is finished in the browser. ms. */
const RENDER_PATIENCE_MS = 2_500
/** A render that takes this long is given up: nobody else can try while it lasts. ms. */
const RENDER_MAX_MS = 60 * SECOND_MS
/** Pages rendered at once; above it the browser does it, so that a flood of addresses leaves time for the rest. */
const RENDERS_MAX = 64
const OUTAGE_STATUS = 503

interface Options {
  /** The server itself: pages read their data through its own routes. */
  app: FastifyInstance
  loaded: LoadedBundle
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
export function createPageService({ app, loaded, log, now }: Options): PageService {
  const { bundle, manifest } = loaded
  const cache = new StaleCache<Kept>({
    now,
    maxSize: CACHE_CHARS,
    sizeOf: ({ page }) => page.html.length + ENTRY_CHARS,
  })

  let rendering = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (rendering >= RENDERS_MAX) throw new BusyError()
    rendering += 1
    try {
      const rendered = await within(work(), RENDER_MAX_MS)
      if (!rendered) throw new Error(`page not rendered within ${RENDER_MAX_MS} ms`)
      return rendered
    } finally {
      rendering -= 1
    }
  }

  function render(request: Request, origin: string, { fetch }: InnerFetch): Promise<Rendered> {
    const onError = (error: unknown) => log.error({ err: error, page: request.url.split('?')[0] }, 'page loader failed')
    return bundle.render(request, { fetch, manifest, origin, onError })
  }

  async function renderForAll(origin: string, address: string): Promise<Loaded<Kept>> {
    const inner = createInnerFetch({ app, origin, now })
    const rendered = await render(new Request(origin + address), origin, inner)
    if (rendered.status >= 500) throw new OutageError(rendered.status)
    const page = createPage(rendered.status, rendered.html, rendered.redirect ?? null)
    const staleSinceMs = inner.staleSinceMs()
    return { value: { page, staleSinceMs, paths: inner.paths }, isKept: true, isProvisional: staleSinceMs !== null }
  }

  async function renderAnswer(origin: string, address: string, { body, visitor }: Submission): Promise<Page> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(origin + address, { method: 'POST', body, headers })
    const { status, html, redirect } = await render(request, origin, createInnerFetch({ app, origin, visitor, now }))
    return createPage(status, html, redirect ?? null)
  }

  function shellPage(origin: string, notice: string | null): Page {
    const html = bundle.shell({ manifest, origin })
    return notice === null ? createPage(200, html, null) : createPage(OUTAGE_STATUS, withNotice(html, notice), null)
  }

  return {
    async get(origin, address) {
      const key = `${origin} ${address}`
      try {
        const kept = cache.get(key, TIMES, () => inTurn(() => renderForAll(origin, address)))
        const answer = await within(kept, RENDER_PATIENCE_MS)
        if (!answer) return { page: shellPage(origin, null), ageSeconds: 0, state: 'shell' }
        const { page, staleSinceMs } = answer.value
        const isStale = staleSinceMs !== null || answer.state === 'stale'
        if (!isStale) return { page, ageSeconds: answer.ageSeconds, state: answer.state }
        const sinceMs = staleSinceMs ?? now() - answer.ageSeconds * SECOND_MS
        const ageSeconds = Math.floor((now() - sinceMs) / SECOND_MS)
        return { page: withStaleNotice(page, sinceMs), ageSeconds, state: 'stale' }
      } catch (error) {
        const isOutage = error instanceof OutageError
        const isExpected = isOutage || error instanceof BusyError
        if (!isExpected) log.error({ err: error, page: address.split('?')[0] }, 'page could not be rendered')
        const notice = isOutage ? '暂时连接不上数据服务，请稍后再试' : null
        return { page: shellPage(origin, notice), ageSeconds: 0, state: 'shell' }
      }
    },

    async submit(origin, address, form) {
      try {
        return await inTurn(() => renderAnswer(origin, address, form))
      } catch (error) {
        if (!(error instanceof BusyError)) {
          log.error({ err: error, page: address.split('?')[0] }, 'answer to a form could not be rendered')
        }
        // The browser cannot finish what only the server was sent.
        return shellPage(origin, '暂时无法处理这次提交，请稍后再试')
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

class BusyError extends Error {}

function createPage(status: number, html: string, redirect: string | null): Page {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  let br: Promise<Buffer> | undefined
  let zipped: Promise<Buffer> | undefined
  return {
    status,
    redirect,
    html,
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    br: () => (br ??= compressBrotli(html, quality).then(toOwnMemory)),
    gzip: () => (zipped ??= compressGzip(html).then(toOwnMemory)),
  }
}

/** What zlib gives is a small view of a large buffer, which would be kept with it. */
function toOwnMemory(compressed: Buffer): Buffer {
  return Buffer.from(compressed)
}

function withStaleNotice(page: Page, sinceMs: number): Page {
  const [date = '', time = ''] = toWireDateTime(sinceMs).split(' ')
  const text = `暂时连接不上数据服务，以下为 ${date} ${time.slice(0, 5)} 的内容`
  return createPage(page.status, withNotice(page.html, text), page.redirect)
}

/** Puts a line before everything else in the page, outside of what React hydrates. */
function withNotice(html: string, text: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}<p class="service-notice" role="status">${text}</p>`)
}

/** The value, or `undefined` when it takes longer; the work goes on and is kept for the next visitor. */
async function within<T>(work: Promise<T>, patienceMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patienceMs, undefined)
  })
  // A failure after the patience is over belongs to nobody any more.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, patience])
  } finally {
    clearTimeout(timer)
  }
}
