import { sql } from 'kysely'
import { createArticleRepository } from '../apps/upstream/src/articles/reading/article-repository.ts'
import { createSearchRepository } from '../apps/upstream/src/articles/reading/search-repository.ts'
import { createCategoryRepository } from '../apps/upstream/src/articles/topics/category-repository.ts'
import { insertArticles, type NewArticle } from '../apps/upstream/src/articles/writing/article-writer.ts'
import { withDatabase } from '../apps/upstream/src/platform/db/migrate.ts'
import type { OpenDatabase } from '../apps/upstream/src/platform/db/open.ts'
import { countOf } from '../apps/upstream/src/platform/db/queries.ts'
import { pageOf } from '../apps/upstream/src/platform/http/paging.ts'
import { wordsOf } from '../apps/upstream/src/platform/search/terms.ts'
import { type BenchRow, percentile } from './measuring/bench.ts'
import { onBothDatabases } from './measuring/databases.ts'
import { createRandom } from './measuring/mulberry.ts'

export const name = 'search'

const ARTICLES = 100_000
const BATCH = 5000
const ROUNDS = 200
const WARM_UP = 10
const DAY_MS = 86_400_000
const NEWEST = Date.UTC(2025, 11, 1)
/** One article in fifty thousand. */
const RARE_EVERY = 50_000

const SENTENCES = [
  '点测折射率与密度均在常见范围之内',
  '放大检查可见纤维交织结构与绿色脉状分布',
  '红外光谱未见有机充填特征峰',
  '紫外荧光惰性',
  '样品经超声清洗后静置二十分钟再行称量',
  '电子天平每日以标准砝码核查一次',
  '拉曼位移与标准谱库比对一致',
  '送检人可在五个工作日后领取报告',
  '颜色分布均匀且透明度较高',
  '本次比对共有十二家实验室参加',
]
const GEMS = '红宝石 蓝宝石 祖母绿 碧玺 尖晶石 石榴石 欧泊 珍珠 琥珀 珊瑚 青金石 绿松石'.split(' ')

function makeArticle(index: number, random: () => number): NewArticle {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  // 20 % contain 翡翠, a quarter of them in the title; 20 % contain 手镯, independently; one term is in two articles only.
  const hasFeicui = random() < 0.2
  const inTitle = hasFeicui && random() < 0.25
  const hasBangle = random() < 0.2
  const gem = pick(GEMS)
  const body = [pick(SENTENCES), hasFeicui ? '另有翡翠挂件一件' : pick(SENTENCES), pick(SENTENCES)]
  if (hasBangle) body.push(random() < 0.1 && hasFeicui ? '这是翡翠手镯' : '旁边是手镯两只')
  if (index % RARE_EVERY === 1) body.push('罕见的塔菲石')
  const plain = `${body.join('，')}。No.${index} FTIR`
  return {
    title: `${gem}${inTitle ? '与翡翠' : ''}检测札记${index}`,
    summary: `${gem}${pick(SENTENCES)}`,
    categoryId: 32 + (index % 4),
    tags: [gem],
    createdAt: NEWEST - (ARTICLES - index) * 600_000,
    keywords: null,
    authorName: null,
    quantity: Math.floor(random() * 10_000),
    isStick: index % 10_000 === 0 ? 1 : 0,
    isRecommend: 0,
    isCarousel: 0,
    isOriginal: 1,
    originalUrl: null,
    readType: 0,
    isPublish: 1,
    cover: null,
    linkUrl: null,
    content: `<p>${plain}</p>`,
    contentMd: plain,
    plain,
  }
}

async function measure(label: string, work: (round: number) => Promise<unknown>): Promise<BenchRow[]> {
  const times: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const started = performance.now()
    await work(Math.max(0, round))
    if (round >= 0) times.push(performance.now() - started)
  }
  const at = (share: number) => Number(percentile(times, share).toFixed(2))
  return [
    { name: `${label}, p50`, value: at(0.5), unit: 'ms' },
    { name: `${label}, p99`, value: at(0.99), unit: 'ms' },
  ]
}

/**
 * Measures search and lists over 100,000 articles, on SQLite and on PostgreSQL where there is one: queries without
 * HTTP.
 */
export async function run(): Promise<BenchRow[]> {
  return onBothDatabases('search-bench', (url) => withDatabase(url, measureOn))
}

async function measureOn({ db }: OpenDatabase): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const filling = performance.now()
  await db
    .insertInto('users')
    .values({ id: '1', nickname: 'bench', avatar: '', status: 1, created_at: NEWEST - 1000 * DAY_MS })
    .execute()
  const random = createRandom(1)
  for (let from = 0; from < ARTICLES; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => makeArticle(from + at, random))
    await db.transaction().execute((trx) => insertArticles(trx, '1', batch, NEWEST))
  }
  rows.push({ name: 'fill 100,000 articles', value: Math.round((performance.now() - filling) / 1000), unit: 's' })
  // A database does this by itself after a while.
  await sql`analyze`.execute(db)
  rows.push({ name: 'search terms', value: await countOf(db.selectFrom('article_terms')), unit: 'rows' })

  const search = createSearchRepository({ db })
  const articles = createArticleRepository({ db })
  const categories = createCategoryRepository({ db })
  const find = async (keyword: string, pageNo = 1) => {
    const { ids } = await search.find(
      { words: wordsOf(keyword), categoryId: undefined },
      pageOf({ pageNo, pageSize: 10 }),
    )
    await Promise.all([articles.summariesOf(ids), articles.tagsOf(ids), articles.plainTextsOf(ids)])
    return ids
  }
  const queries: [string, string][] = [
    ['frequent word 翡翠 (20 %)', '翡翠'],
    ['rare word 塔菲石', '塔菲石'],
    ['no hit 钻石王', '钻石王'],
    ['two words 翡翠 手镯', '翡翠 手镯'],
    ['long word 翡翠手镯', '翡翠手镯'],
    ['one character 石', '石'],
    ['prefix FTI', 'FTI'],
    ['two words that never meet 红宝石 蓝宝石', '红宝石 蓝宝石'],
    ['three words 红宝石 翡翠 FTIR', '红宝石 翡翠 FTIR'],
  ]
  for (const [label, keyword] of queries) rows.push(...(await measure(label, () => find(keyword))))
  rows.push(...(await measure('翡翠, page 1 to 100', (round) => find('翡翠', 1 + (round % 100)))))
  const list = (pageNo: number, filter: { categoryId?: number; tagId?: number }, order: 'created_at' | 'quantity') =>
    articles.list({ ...filter, order }, pageOf({ pageNo, pageSize: 10 }))
  const lists: [string, () => Promise<unknown>][] = [
    ['list, first page', () => list(1, {}, 'created_at')],
    ['list, most read', () => list(1, {}, 'quantity')],
    ['list of a category, page 1,000', () => list(1000, { categoryId: 33 }, 'created_at')],
    ['list, page 9,000', () => list(9000, {}, 'created_at')],
    ['list of a tag (8 %)', () => list(1, { tagId: 1 }, 'created_at')],
    ['categories with counts', () => categories.categories()],
    ['tags with counts', () => categories.countedTags()],
  ]
  for (const [label, work] of lists) rows.push(...(await measure(label, work)))
  return rows
}
