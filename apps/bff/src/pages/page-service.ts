import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type CacheTimes, type Loaded, StaleCache } from '#cache/stale-cache.ts'
import { INNER_ADDRESS } from '#routes/request-address.ts'
import type { LoadedBundle } from './page-bundle.ts'

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

export interface PageService {
  /** The page at an address of this site. Never fails: when it cannot be rendered, the shell comes instead. */
  get(origin: string, address: string): Promise<PageAnswer>
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
}

/** Renders public pages once for everybody and keeps them for a short while. */
export function createPageService({ app, loaded, log, now }: Options): PageService {
  const { bundle, manifest } = loaded
  const cache = new StaleCache<Kept>({
    now,
    maxSize: CACHE_CHARS,
    sizeOf: ({ page }) => page.html.length + ENTRY_CHARS,
  })

  /** Calls of a page that is being rendered: our own routes, as a visitor, without the way through a socket. */
  function createInnerFetch() {
    let oldestMs: number | null = null
    async function fetch(address: string, init: RequestInit): Promise<Response> {
      const answer = await app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: address,
        remoteAddress: INNER_ADDRESS,
      })
      if (answer.headers['x-cache'] === 'stale') {
        const sinceMs = now() - Number(answer.headers.age ?? 0) * SECOND_MS
        oldestMs = Math.min(oldestMs ?? sinceMs, sinceMs)
      }
      return new Response(answer.payload, {
        status: answer.statusCode,
        headers: { 'content-type': 'application/json' },
      })
    }
    return { fetch, staleSinceMs: () => oldestMs }
  }

  let rendering = 0

  async function renderInTurn(origin: string, address: string): Promise<Loaded<Kept>> {
    if (rendering >= RENDERS_MAX) throw new BusyError()
    rendering += 1
    try {
      const rendered = await within(render(origin, address), RENDER_MAX_MS)
      if (!rendered) throw new Error(`page not rendered within ${RENDER_MAX_MS} ms`)
      return rendered
    } finally {
      rendering -= 1
    }
  }

  async function render(origin: string, address: string): Promise<Loaded<Kept>> {
    const inner = createInnerFetch()
    const request = new Request(origin + address)
    const onError = (error: unknown) => log.error({ err: error, page: request.url.split('?')[0] }, 'page loader failed')
    const rendered = await bundle.render(request, { fetch: inner.fetch, manifest, origin, onError })
    if (rendered.status >= 500) throw new OutageError(rendered.status)
    const page = createPage(rendered.status, rendered.html, rendered.redirect ?? null)
    const staleSinceMs = inner.staleSinceMs()
    return { value: { page, staleSinceMs }, isKept: true, isProvisional: staleSinceMs !== null }
  }

  function shellPage(origin: string, isOutage: boolean): Page {
    const html = bundle.shell({ manifest, origin })
    return isOutage
      ? createPage(OUTAGE_STATUS, withNotice(html, '暂时连接不上数据服务，请稍后再试'), null)
      : createPage(200, html, null)
  }

  return {
    async get(origin, address) {
      const key = `${origin} ${address}`
      try {
        const kept = cache.get(key, TIMES, () => renderInTurn(origin, address))
        const answer = await within(kept, RENDER_PATIENCE_MS)
        if (!answer) return { page: shellPage(origin, false), ageSeconds: 0, state: 'shell' }
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
        return { page: shellPage(origin, isOutage), ageSeconds: 0, state: 'shell' }
      }
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
