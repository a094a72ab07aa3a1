import { setTimeout as wait } from 'node:timers/promises'
import { type Account, type BrowserLogin, logIn } from '../chat/browser-login.ts'

/** Clients that each send the next request when the last answer has arrived. */
export interface Visitors {
  /** Descriptions of wrong answers. */
  readonly faults: readonly string[]
  /** Number of requests by kind. */
  readonly counts: Readonly<Record<string, number>>
  /** Contents of acknowledged messages. */
  readonly posted: readonly string[]
  /** Resolves when the last answers have arrived. */
  end(): Promise<void>
}

const PAGES = ['/', '/tags?categoryId=33', '/article/1', '/certificate-check', '/gem', '/about']
/** Calls, of which the first are mostly served from the cache, the last never. */
const CALLS = [
  '/v1/webSiteInfo',
  '/v1/article/info?id=1',
  '/v1/comment/?articleId=1&pageNo=1&pageSize=10',
  '/bff/session',
  '/v1/im/getRoomList',
]
/** Pause, since the servers share this machine. ms. */
const PAUSE_MS = 15
/** Three clients with this pause stay below the rate limit of a user (240 in 10 s). ms. */
const POST_PAUSE_MS = 150
/** Longest time for an answer. ms. */
const PATIENCE_MS = 20_000

/** @param pauseMs pause of a client between requests */
export async function startVisitors(
  url: string,
  poster: Account,
  receiver: Account,
  pauseMs = PAUSE_MS,
): Promise<Visitors> {
  const login = await logIn(url, poster)
  const faults: string[] = []
  const counts: Record<string, number> = {}
  const posted: string[] = []
  let asked = 0
  let isEnded = false

  /** @returns the body, or `undefined` after a fault */
  async function ask(what: string, address: string, init: RequestInit = {}): Promise<string | undefined> {
    counts[what] = (counts[what] ?? 0) + 1
    asked += 1
    const headers = { ...init.headers, 'x-forwarded-for': `10.8.${(asked >> 6) & 255}.${asked & 63}` }
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const answer = await fetch(url + address, { ...init, headers, signal })
      const text = await answer.text()
      if (answer.status === 200) return text
      faults.push(`${init.method ?? 'GET'} ${address}: ${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      faults.push(`${init.method ?? 'GET'} ${address}: ${error} ${(error as Error).cause}`)
    }
    return undefined
  }

  async function seePages(first: number): Promise<void> {
    for (let turn = first; !isEnded; turn += 1) {
      // Every other one is a page that is not cached.
      const page = `${PAGES[turn % PAGES.length]}`
      const html = await ask('pages', turn % 2 ? page : `${page}${page.includes('?') ? '&' : '?'}visit=${turn}`)
      if (html !== undefined && !html.endsWith('</html>')) faults.push(`${page} is cut off`)
      const named = [...(html ?? '').matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)]
      const files = new Set(named.map((match) => match[1] ?? ''))
      if (html !== undefined && files.size === 0) faults.push(`${page} names no files`)
      for (const file of files) await ask('assets', file)
      await wait(pauseMs)
    }
  }

  async function makeCalls(): Promise<void> {
    for (let turn = 0; !isEnded; turn += 1) {
      const text = await ask('calls', CALLS[turn % CALLS.length] ?? '/', { headers: login.headers })
      if (text !== undefined && JSON.parse(text).code !== 200) faults.push(`${CALLS[turn % CALLS.length]}: ${text}`)
      await wait(pauseMs)
    }
  }

  async function post(name: string): Promise<void> {
    for (let turn = 0; !isEnded; turn += 1) {
      const content = `${name} 第 ${turn} 条`
      const text = await ask('posts', '/v1/im/chat', makeMessage(login, receiver.userId, content))
      if (text === undefined) continue
      if (JSON.parse(text).code === 200) posted.push(content)
      else faults.push(`POST ${content}: ${text}`)
      await wait(POST_PAUSE_MS)
    }
  }

  const running = Promise.all([seePages(0), seePages(3), makeCalls(), makeCalls(), post('甲'), post('乙'), post('丙')])
  return {
    faults,
    counts,
    posted,
    async end() {
      isEnded = true
      await running
    },
  }
}

function makeMessage(login: BrowserLogin, toUserId: string, content: string): RequestInit {
  return {
    method: 'POST',
    headers: { ...login.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 1, toUserId, content, type: 1 }),
  }
}
