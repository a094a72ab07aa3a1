import type { Call } from '../../packages/contract/src/call.ts'
import { type CallKey, calls, toCallKey } from '../../packages/contract/src/calls.ts'

/** Ids and words that the recording has found so far. */
export interface Found {
  articles: readonly number[]
  /** Addresses of own pages. */
  slugs: readonly string[]
  categories: readonly number[]
  tags: readonly number[]
  users: readonly string[]
  keywords: readonly string[]
  /** Addresses of articles. */
  articleSlugs: readonly string[]
  /** Ids of the account's own articles. */
  ownArticles: readonly number[]
  certificates: readonly string[]
  /** Numbers of the account's own orders. */
  orders: readonly string[]
  peers: readonly string[]
}

/** Path parameters and query together: their names differ. */
export type Input = Readonly<Record<string, string | number>>

interface Step {
  call: CallKey
  inputs(found: Found): readonly Input[]
}

const ONCE = (): readonly Input[] => [{}]
const HOT_TYPES = ['site', 'baidu', 'weibo', 'zhihu', 'csdn', 'toutiao']

function makeListInputs({ categories, tags }: Found): Input[] {
  const byCategory = [{}, ...categories.map((categoryId) => ({ categoryId }))]
  return [
    ...byCategory,
    ...byCategory.map((input) => ({ ...input, orderByDescColumn: 'quantity' })),
    ...tags.map((tagId) => ({ tagId })),
  ]
}

/** Calls in their order: ids come from the lists before. */
export const PLAN: readonly Step[] = [
  { call: 'GET /v1/webSiteInfo', inputs: ONCE },
  { call: 'GET /v1/', inputs: ONCE },
  { call: 'GET /v1/category/', inputs: ONCE },
  { call: 'GET /v1/tag/', inputs: ONCE },
  { call: 'GET /v1/site/home', inputs: ONCE },
  { call: 'GET /v1/site/licence', inputs: ONCE },
  { call: 'GET /v1/site/getNavigations', inputs: ONCE },
  { call: 'GET /v1/link/', inputs: ONCE },
  { call: 'GET /v1/message/', inputs: ONCE },
  { call: 'GET /v1/hot', inputs: () => HOT_TYPES.map((type) => ({ type })) },
  { call: 'GET /v1/certificate/withdrawn', inputs: ONCE },
  { call: 'GET /v1/content/revision', inputs: ONCE },
  { call: 'GET /v1/site/redirects', inputs: ONCE },
  { call: 'GET /v1/orders/table', inputs: ONCE },
  { call: 'GET /v1/page/', inputs: ONCE },
  { call: 'GET /v1/page/info', inputs: ({ slugs }) => slugs.map((slug) => ({ slug })) },
  { call: 'GET /v1/article/', inputs: makeListInputs },
  { call: 'GET /v1/article/category', inputs: makeListInputs },
  { call: 'GET /v1/article/archive', inputs: ONCE },
  { call: 'GET /v1/article/search', inputs: ({ keywords }) => keywords.map((keyword) => ({ keyword })) },
  { call: 'GET /v1/article/info', inputs: ({ articles }) => articles.map((id) => ({ id })) },
  { call: 'GET /v1/article/slug', inputs: ({ articleSlugs }) => articleSlugs.map((slug) => ({ slug })) },
  { call: 'GET /v1/comment/', inputs: ({ articles }) => articles.map((articleId) => ({ articleId })) },
  { call: 'GET /v1/say/getSayList', inputs: ONCE },
  { call: 'GET /v1/user/selectUserInfoByToken', inputs: ONCE },
  { call: 'GET /v1/user/info', inputs: ({ users }) => users.map((userId) => ({ userId })) },
  { call: 'GET /v1/user/getUserCount', inputs: ({ users }) => users.map((id) => ({ id })) },
  { call: 'GET /v1/article/selectArticleByUserId', inputs: ({ users }) => users.map((userId) => ({ userId })) },
]

/** Calls that are made as the account, for its own data. */
export const OWN_PLAN: readonly Step[] = [
  { call: 'GET /v1/user/info', inputs: ONCE },
  { call: 'GET /v1/user/getUserCount', inputs: ONCE },
  { call: 'GET /v1/user/sessions', inputs: ONCE },
  { call: 'GET /v1/user/security', inputs: ONCE },
  { call: 'GET /v1/followed/', inputs: ONCE },
  { call: 'GET /v1/comment/getMyComment', inputs: ONCE },
  {
    call: 'GET /v1/comment/waiting',
    inputs: ({ articles }) => articles.slice(0, 1).map((articleId) => ({ articleId })),
  },
  { call: 'GET /v1/collect/', inputs: ONCE },
  { call: 'GET /v1/article/selectArticleByUserId', inputs: ONCE },
  { call: 'GET /v1/article/selectMyArticleInfo', inputs: ({ ownArticles }) => ownArticles.map((id) => ({ id })) },
  { call: 'GET /v1/sign/validateTodayIsSign', inputs: ONCE },
  { call: 'GET /v1/sign/getSignRecords', inputs: ONCE },
  { call: 'GET /v1/im/', inputs: ONCE },
  { call: 'GET /v1/im/getRoomList', inputs: ONCE },
  { call: 'GET /v1/im/selectUserImHistory', inputs: ({ peers }) => peers.map((toUserId) => ({ toUserId })) },
  { call: 'GET /v1/im/getNewSystemNotice', inputs: ONCE },
  { call: 'GET /v1/im/block', inputs: ONCE },
  { call: 'GET /v1/orders', inputs: ONCE },
  { call: 'GET /v1/orders/{orderNo}', inputs: ({ orders }) => orders.map((orderNo) => ({ orderNo })) },
  { call: 'GET /v1/certificate/saved', inputs: ONCE },
  {
    call: 'GET /v1/certificate/saved/{certificateNo}',
    inputs: ({ certificates }) => certificates.map((certificateNo) => ({ certificateNo })),
  },
]

/** Reading calls of visitors and members. Calls of staff, partners and platforms, and files, are not recorded. */
export const recordableCalls: readonly Call[] = (calls as readonly Call[]).filter(
  ({ method, access, changesState, file, reachedBy }) =>
    method === 'GET' && (access === 'public' || access === 'member') && !changesState && !file && !reachedBy,
)

/** Whether the answers of a call are pages, which are fetched whole. */
export function isPaged(call: Call): boolean {
  return 'pageNo' in (call.query?.properties ?? {})
}

/** Returns recordable calls that no plan has. */
export function listUnplannedCalls(): CallKey[] {
  const planned = new Set([...PLAN, ...OWN_PLAN].map(({ call }) => call))
  return recordableCalls.map(toCallKey).filter((key) => !planned.has(key))
}
