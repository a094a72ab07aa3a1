import { type Client, createSocketOpener } from '../chat/clients.ts'
import { createPairs } from '../chat/pairs.ts'
import { runInBatches } from '../measuring/in-batches.ts'
import { type LoadClient, makeClientAddress } from './load-client.ts'
import type { LoadedSite } from './loaded-site.ts'

/** A kind of request. */
export interface Kind {
  name: string
  /** Its part of all requests, in thousandths. */
  share: number
  /** Runs it for the `n`th time. @throws Error for a wrong answer */
  run(n: number): Promise<unknown>
}

export interface Traffic {
  kinds: readonly Kind[]
  /** Fills the caches to the state after days of operation. */
  warm(): Promise<void>
  end(): void
}

/** Public pages. */
const PAGES = ['/', '/tags?categoryId=32', '/gem', '/certificate-check', '/rangeDetail', '/question', '/hot', '/about']
const CHAT_PAIRS = 100
/** A little more HTML than the site's cache holds, in characters (`pages/page-service.ts`). */
const FILLING_CHARS = 50_000_000
/** Number of messages per user that the site remembers (`chat/recent-messages.ts`). */
const REMEMBERED = 512
/** Concurrent requests while caches are filled: few enough that the site refuses none. */
const FILLING_AT_ONCE = 3
const MESSAGE_MS = 10_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Starts the traffic of the load test, with connected clients. */
export async function startTraffic(loaded: LoadedSite, client: LoadClient): Promise<Traffic> {
  const { members, accounts, certificates, picture } = loaded
  const list = (await client.call('/v1/article/?pageNo=1&pageSize=50')) as { records: { id: number }[] }
  const articles = list.records.map(({ id }) => id)
  const chat = await openChat(loaded)
  /** Rotates visitors, because one visitor would reach the limits. */
  const takeVisitor = () => {
    let visitors = 0
    return () => {
      visitors += 1
      return { 'x-forwarded-for': makeClientAddress(visitors) }
    }
  }
  const own = takeVisitor()
  const pick = <T>(all: readonly T[], n: number) => all[n % all.length] as T
  const makeMemberHeaders = (n: number) => {
    const { cookie, address } = pick(members, n)
    return { cookie, 'x-forwarded-for': address }
  }
  const reads = [
    () => '/v1/article/?pageNo=1&pageSize=10',
    () => '/v1/webSiteInfo',
    () => '/v1/category/',
    (n: number) => `/v1/article/info?id=${pick(articles, n)}`,
    (n: number) => `/v1/comment/?articleId=${pick(articles, n)}&pageNo=1&pageSize=10`,
  ]
  const pages = [...PAGES, ...articles.map((id) => `/article/${id}`)]
  let searches = 0
  const makeSearchPath = () => {
    searches += 1
    return `/search?keyword=${encodeURIComponent('翡翠')}${searches}`
  }
  const posting = (path: string) => {
    const sender = takeVisitor()
    return (body: object) =>
      client.call(path, { method: 'POST', headers: { ...JSON_TYPE, ...sender() }, body: JSON.stringify(body) })
  }
  const lookUp = posting('/v1/certificate/check')
  const logIn = posting('/oauth/emailLogin')

  const kinds: Kind[] = [
    { name: 'pages, cached', share: 350, run: (n) => client.ask(pick(pages, n), { headers: own() }) },
    { name: 'pages, rendered', share: 60, run: () => client.ask(makeSearchPath(), { headers: own() }) },
    { name: 'API, visitors', share: 300, run: (n) => client.call(pick(reads, n)(n), { headers: own() }) },
    { name: 'API, members', share: 100, run: (n) => client.call('/bff/session', { headers: makeMemberHeaders(n) }) },
    { name: 'chat, until the peer has it', share: 120, run: (n) => chat.send(n) },
    { name: 'certificate lookups', share: 60, run: (n) => lookUp(pick(certificates, n)) },
    { name: 'uploads', share: 6, run: (n) => client.call('/file/upload', makeUpload(picture, makeMemberHeaders(n))) },
    { name: 'logins', share: 4, run: (n) => logIn(pick(accounts, n)) },
  ]
  return {
    kinds,
    async warm() {
      await runInBatches(pages, async (page) => void (await client.ask(page)))
      const html = await client.ask(makeSearchPath(), { headers: { 'accept-encoding': 'identity' } })
      const filling = Array.from({ length: FILLING_CHARS / html.toString('utf8').length }, makeSearchPath)
      await runInBatches(filling, async (page) => void (await client.ask(page, { headers: own() })), FILLING_AT_ONCE)
      const messages = Array.from({ length: CHAT_PAIRS * REMEMBERED }, (_, n) => n)
      await runInBatches(messages, chat.send)
    },
    end: chat.close,
  }
}

function makeUpload(picture: Buffer, headers: Record<string, string>) {
  const head = '--bench\r\ncontent-disposition: form-data; name="multipartFile"; filename="stone.png"\r\n'
  const body = Buffer.concat([
    Buffer.from(`${head}content-type: image/png\r\n\r\n`),
    picture,
    Buffer.from('\r\n--bench--\r\n'),
  ])
  return { method: 'POST', headers: { ...headers, 'content-type': 'multipart/form-data; boundary=bench' }, body }
}

/** Opens pairs of members who write to each other over sockets. */
async function openChat({ site, members }: LoadedSite) {
  const waiting = new Map<string, () => void>()
  const clients = new Map<string, Client>()
  const pairs = createPairs(members)(CHAT_PAIRS)
  const open = createSocketOpener(site.url, 'site')
  const onMessage = ({ content }: { content?: string | null }) => waiting.get(content?.split(' ', 1)[0] ?? '')?.()
  await runInBatches(pairs.flat(), async (member) => {
    clients.set(member.id, await open(member, { onMessage }))
  })
  let sent = 0

  return {
    send(n: number): Promise<void> {
      const [one, other] = pairs[n % pairs.length] ?? []
      if (!one || !other) throw new Error('there are no pairs')
      const [from, to] = Math.floor(n / pairs.length) % 2 === 0 ? [one, other] : [other, one]
      sent += 1
      const key = `${sent}.`
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => finish(() => reject(new Error('no message in time'))), MESSAGE_MS)
        const finish = (end: () => void) => {
          clearTimeout(timer)
          waiting.delete(key)
          end()
        }
        waiting.set(key, () => finish(resolve))
        clients.get(from.id)?.send(to.id, `${key} 请问这批和田玉手镯送检以后几个工作日可以领取报告`, `load-${key}`)
      })
    },
    close() {
      for (const client of clients.values()) client.close()
    },
  }
}
