import { emailLogin, logout } from '../../packages/contract/src/accounts/login.ts'
import type { Call } from '../../packages/contract/src/call.ts'
import { findCall } from '../../packages/contract/src/calls.ts'
import { CATEGORY, PAGE_CATEGORY } from '../../packages/contract/src/constants.ts'
import { type Found, type Input, isPaged, OWN_PLAN, PLAN } from './plan.ts'
import type { PoliteReader } from './polite-reader.ts'
import type { Recorded } from './recording.ts'

/** Maximum number of pages of a list, in the largest page size of the family. */
const PAGES_MAX = 3
const PAGE_SIZE = 100
/** Number of ids that are followed, by kind. */
const FOLLOWED = {
  articles: 60,
  categories: 12,
  tags: 12,
  users: 8,
  keywords: 8,
  ownArticles: 3,
  certificates: 3,
  orders: 3,
  peers: 3,
}

interface Account {
  email: string
  password: string
}

interface Options {
  reader: PoliteReader
  account: Account | null
  print: (line: string) => void
}

/**
 * Records raw answers, and the login's secrets that must occur in none of them.
 * @throws UpstreamAwayError; Error for a refused login
 */
export async function recordAnswers({ reader, account, print }: Options) {
  const answers: Recorded[] = []
  const steps = async (plan: typeof PLAN, token?: string) => {
    for (const { call: key, inputs } of plan) {
      const call = findCall(key)
      const before = answers.length
      for (const input of inputs(findIds(answers))) {
        const { status, answer } = await readAll(reader, call, input, token)
        const { code = 200, message } = Object(answer) as { code?: unknown; message?: unknown }
        if (code !== 200) print(`${key} ${JSON.stringify(input)}: code ${code}, ${message}`)
        // 404 without an envelope means that the upstream does not have the call.
        const isAbsent = answer === null && status === 404
        if (answer !== null || isAbsent) answers.push({ call: key, input, isOwn: token !== undefined, status, answer })
        else print(`${key}: status ${status} without an envelope, not recorded`)
        if (isAbsent) break
      }
      print(`${key}  ${answers.length - before}`)
    }
  }
  await steps(PLAN)
  if (!account) return { answers, secrets: [] as string[] }
  const token = await logIn(reader, account)
  try {
    await steps(OWN_PLAN, token)
  } finally {
    const failed = () => print('The session of CONTRACT_ACCOUNT could not be ended: log out there')
    await reader.ask(logout, {}, token).catch(failed)
  }
  return { answers, secrets: [token, account.password, account.email] }
}

async function logIn(reader: PoliteReader, account: Account): Promise<string> {
  const { answer } = await reader.ask(emailLogin, {}, undefined, account)
  const { code, message, data } = Object(answer) as { code?: unknown; message?: unknown; data?: unknown }
  const { token } = Object(data) as { token?: unknown }
  if (typeof token === 'string' && token !== '') return token
  throw new LoginRefusedError(`CONTRACT_ACCOUNT cannot log in: code ${code}, ${message}`)
}

export class LoginRefusedError extends Error {
  override name = 'LoginRefusedError'
}

/** Reads a list with the rows of its first pages; any other answer unchanged. */
async function readAll(reader: PoliteReader, call: Call, input: Input, token?: string) {
  if (!isPaged(call)) return reader.ask(call, input, token)
  const first = await reader.ask(call, { ...input, pageNo: 1, pageSize: PAGE_SIZE }, token)
  const page = readPage(first.answer)
  if (!page) return first
  for (let pageNo = 2; pageNo <= Math.min(page.pages, PAGES_MAX); pageNo += 1) {
    const next = readPage((await reader.ask(call, { ...input, pageNo, pageSize: PAGE_SIZE }, token)).answer)
    page.records.push(...(next?.records ?? []))
  }
  return first
}

function readPage(answer: unknown): { records: unknown[]; pages: number } | null {
  const { data } = Object(answer) as { data?: unknown }
  const { records, pages } = Object(data) as { records?: unknown; pages?: unknown }
  return Array.isArray(records) ? { records, pages: Number(pages) } : null
}

/** Finds ids and words in the answers so far, a small number of each. */
function findIds(answers: readonly Recorded[]): Found {
  const of = (call: string, isOwn = false) => answers.filter((one) => one.call === call && one.isOwn === isOwn)
  const rows = (call: string, isOwn = false) => of(call, isOwn).flatMap(({ answer }) => listRows(answer))
  const lists = of('GET /v1/article/')
  const ofPages = lists.filter(({ input }) => input.categoryId === PAGE_CATEGORY)
  const articles = [...ofPages.flatMap(({ answer }) => listRows(answer)), ...orderRows(lists), ...rows('GET /v1/')]
  const categories = rows('GET /v1/category/')
  const tags = rows('GET /v1/tag/')
  const people = [...rows('GET /v1/say/getSayList'), ...rows('GET /v1/comment/'), ...articles]
  const listNumbers = (list: readonly Row[], most = list.length) =>
    takeSome(list.map(({ id }) => Number(id)).filter(Number.isSafeInteger), most)
  const listTexts = (list: readonly unknown[], most: number) =>
    takeSome(
      list.flatMap((one) => (typeof one === 'string' ? one : [])),
      most,
    )
  return {
    articles: listNumbers(articles, FOLLOWED.articles),
    slugs: listTexts(
      rows('GET /v1/page/').map(({ path }) => /^\/p\/(.+)$/.exec(String(path))?.[1]),
      FOLLOWED.articles,
    ),
    categories: takeSome([...Object.values(CATEGORY), PAGE_CATEGORY, ...listNumbers(categories)], FOLLOWED.categories),
    tags: listNumbers(tags, FOLLOWED.tags),
    users: listTexts(['1', ...people.map(({ userId }) => userId)], FOLLOWED.users),
    keywords: listTexts(
      [...tags, ...categories].map(({ name }) => name),
      FOLLOWED.keywords,
    ),
    articleSlugs: listTexts(
      orderRows(lists).map(({ slug }) => slug || null),
      FOLLOWED.articles,
    ),
    ownArticles: listNumbers(rows('GET /v1/article/selectArticleByUserId', true), FOLLOWED.ownArticles),
    certificates: listTexts(
      rows('GET /v1/certificate/saved', true).map(({ certificateNo }) => certificateNo),
      FOLLOWED.certificates,
    ),
    orders: listTexts(
      rows('GET /v1/orders', true).map(({ orderNo }) => orderNo),
      FOLLOWED.orders,
    ),
    peers: listTexts(
      rows('GET /v1/im/getRoomList', true).map(({ receiveId }) => receiveId),
      FOLLOWED.peers,
    ),
  }
}

type Row = Readonly<Record<string, unknown>>

/** Returns first rows of every list before second rows, so that each category has articles to open. */
function orderRows(answers: readonly Recorded[]): Row[] {
  const lists = answers.map(({ answer }) => listRows(answer))
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list): Row[] => (list[at] ? [list[at]] : []))).flat()
}

function listRows(answer: unknown): Row[] {
  const { data, extra } = Object(answer) as { data?: unknown; extra?: unknown }
  const { records } = Object(data) as { records?: unknown }
  const { newArticleList, articles } = Object(extra) as Record<string, unknown>
  const lists = [data, records, newArticleList, articles]
  return lists.flatMap((list) => (Array.isArray(list) ? (list as Row[]) : []))
}

function takeSome<T>(values: readonly T[], most: number): T[] {
  return [...new Set(values)].slice(0, most)
}
