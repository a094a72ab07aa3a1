import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { GEMS, HOT_ARTICLE } from './upstream-data.ts'

export interface Scenario {
  group: 'list' | 'info' | 'search' | 'comments' | 'counts' | 'worst case'
  name: string
  /** @param round increases by one with each request */
  path: (round: number) => string
}

const list = (name: string, query: string): Scenario => ({ group: 'list', name, path: () => `/v1/article/?${query}` })
const search = (name: string, keyword: string, pageNo = 1): Scenario => ({
  group: 'search',
  name,
  path: () => `/v1/article/search?${new URLSearchParams({ keyword, pageNo: `${pageNo}`, pageSize: '10' })}`,
})
/** Primes, so that requests are spread over the whole table. */
const pickArticle = (round: number) => ((round * 7919) % 4999) * 20 + 1

export const SCENARIOS: readonly Scenario[] = [
  list('first page', 'pageNo=1&pageSize=10'),
  list('most read', 'orderByDescColumn=quantity&pageNo=1&pageSize=10'),
  list('page 9,000', 'pageNo=9000&pageSize=10'),
  list('of a category', 'categoryId=33&pageNo=1&pageSize=10'),
  list('of a category, page 2,000', 'categoryId=33&pageNo=2000&pageSize=10'),
  list('of a tag (8 %)', 'tagId=3&pageNo=1&pageSize=10'),
  list('of a tag, page 700', 'tagId=3&pageNo=700&pageSize=10'),
  list('of a tag and category', 'categoryId=33&tagId=3&pageNo=1&pageSize=10'),
  { group: 'info', name: 'any article', path: (round) => `/v1/article/info?id=${pickArticle(round)}` },
  { group: 'info', name: 'the one with most comments', path: () => `/v1/article/info?id=${HOT_ARTICLE}` },
  search('frequent word of two characters', '翡翠'),
  search('frequent word, page 40', '翡翠', 40),
  search('word of every article', '检测'),
  search('rare word', '塔菲石'),
  search('no hit', '钻石王'),
  search('long word', '翡翠手镯'),
  search('two words', '翡翠 手镯'),
  search('two words that never meet', `${GEMS[0]} ${GEMS[1]}`),
  search('a sentence', '复检显微镜可见生长纹理'),
  { group: 'comments', name: 'of 50,000', path: () => `/v1/comment/?articleId=${HOT_ARTICLE}&pageNo=1&pageSize=10` },
  {
    group: 'comments',
    name: 'of 50,000, page 3,000',
    path: () => `/v1/comment/?articleId=${HOT_ARTICLE}&pageNo=3000&pageSize=10`,
  },
  {
    group: 'comments',
    name: 'of any article',
    path: (round) => `/v1/comment/?articleId=${pickArticle(round)}&pageNo=1&pageSize=10`,
  },
  { group: 'counts', name: 'home page', path: () => '/v1/' },
  { group: 'counts', name: 'categories with counts', path: () => '/v1/category/' },
  { group: 'counts', name: 'tags with counts', path: () => '/v1/tag/' },
]

/** Queries that no index helps with: they run separately, as the others would wait for them. */
export const WORST_CASES: readonly Scenario[] = [
  { ...search('sentence of the most frequent words', '复检折射仪显示折射率读数'), group: 'worst case' },
  { group: 'worst case', name: 'archive, all 95,000 titles', path: () => '/v1/article/archive' },
]

export interface LoadOptions {
  url: string
  scenarios: readonly Scenario[]
  ratePerSecond: number
  /** Number of requests for each scenario. */
  requests: number
  warmUp: number
}

/**
 * Requests each scenario in turn at a constant rate, independent of the answers. Returns the times of each in ms, from
 * the request until the answer was read.
 */
export async function load(options: LoadOptions): Promise<Map<Scenario, number[]>> {
  const { url, scenarios, ratePerSecond, requests, warmUp } = options
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const times = new Map<Scenario, number[]>(scenarios.map((scenario) => [scenario, []]))
  const open: Promise<void>[] = []
  const startedAt = performance.now()
  let asked = 0
  for (let round = -warmUp; round < requests; round += 1) {
    for (const scenario of scenarios) {
      const early = startedAt + (asked * 1000) / ratePerSecond - performance.now()
      if (early > 0) await delay(early)
      asked += 1
      const taking = timeRequest(agent, url + scenario.path(round + warmUp), asked)
      open.push(
        taking.then((ms) => {
          if (round >= 0) times.get(scenario)?.push(ms)
        }),
      )
    }
  }
  await Promise.all(open)
  agent.destroy()
  return times
}

/** @param client number of the visitor, a different one for each request, as the BFF names them */
function timeRequest(agent: http.Agent, url: string, client: number): Promise<number> {
  const headers = { 'x-forwarded-for': `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const request = http.get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.on('end', () => resolve(performance.now() - startedAt)).on('error', reject)
      answer.resume()
    })
    request.on('error', reject)
  })
}
