import { type Insertable, sql } from 'kysely'
import type { OpenDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import type { Tables } from '../../apps/upstream/src/platform/db/tables.ts'
import { fold } from '../../apps/upstream/src/platform/search/fold.ts'
import { listTerms } from '../../apps/upstream/src/platform/search/terms.ts'
import { PUBLISH_STATE } from '../../packages/contract/src/constants.ts'
import { createRandom } from '../measuring/mulberry.ts'

const ARTICLES = 100_000
const COMMENTS = 1_000_000
/** Article that has one of twenty comments. */
export const HOT_ARTICLE = 50_000
const NEWEST_MS = Date.UTC(2026, 10, 1)

const USERS = 2000
const ARTICLE_EVERY_MS = 600_000
const OLDEST_MS = NEWEST_MS - ARTICLES * ARTICLE_EVERY_MS
/** One article of this many has the rare word. */
const RARE_EVERY = 50_000
const STICKY_EVERY = 10_000
const DRAFT_EVERY = 20
const SENTENCES_AN_ARTICLE = 14
/** Number of paragraphs made of the same sentences, as articles repeat themselves. */
const PARAGRAPHS = 4
const ROWS_A_STATEMENT = 1000
/** Ten comments form a group: seven conversations, and three replies to the first of them. */
const COMMENTS_A_GROUP = 10
const HOT_GROUPS = COMMENTS / COMMENTS_A_GROUP / 20
const COMMENTS_A_STATEMENT = 50_000

export const GEMS = makeWords('红宝石 蓝宝石 祖母绿 碧玺 尖晶石 石榴石 欧泊 珍珠 琥珀 珊瑚 青金石 绿松石')
const ORIGINS = makeWords(
  '首批 次批 复检 留样 对照 抽检 外送 自备 进口 国产 老坑 新到 馆藏 代购 寄存 受托 退回 改制 翻新 拼合 合成 天然 缅甸 南非 泰国 巴西 湖北 辽宁 云南 新疆 海南 安徽 陕西 竹山 岫岩 腾冲 瑞丽 梧州 诸暨 东海 平洲 揭阳 四会 镇平 和田 昌乐 抚顺 蓬莱',
)
const SUBJECTS = makeWords(
  '送检样品 标准样品 本批样品 同号样品 折射仪 电子天平 紫外灯 显微镜 红外光谱仪 拉曼谱仪 分光镜 偏光镜 比色石 实验室 检测人员 复核人员 委托方 证书 报告 照片',
)
const VERBS = makeWords(
  '显示 记录 给出 说明 符合 对应 核查 比对 确认 排除 支持 未见 可见 接近 高于 低于 参照 复测 标注 保存',
)
const OBJECTS = makeWords(
  '折射率读数 密度测值 特征吸收峰 充填痕迹 染色迹象 内部包裹体 生长纹理 荧光反应 颜色分布 透明程度 重量偏差 标准谱图 环境温度 校准曲线 修约规则 判定依据 取样位置 表面划痕 镶嵌方式 产地信息',
)

function makeWords(text: string): string[] {
  return text.split(' ')
}

interface Made {
  article: Insertable<Tables['articles']> & { id: number }
  text: Insertable<Tables['article_texts']>
  tagId: number
  titleParts: string[]
  parts: string[]
}

function makeArticle(id: number, random: () => number): Made {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  // Some words occur more often than others.
  const pickUnevenly = (list: readonly string[]) => list[Math.floor(random() ** 2 * list.length)] as string
  const makeSentence = () => pick(ORIGINS) + [SUBJECTS, VERBS, OBJECTS].map(pickUnevenly).join('')
  const tagAt = Math.floor(random() * GEMS.length)
  const gem = GEMS[tagAt] as string
  // One of five contains 翡翠, a quarter of them in the title; one of five contains 手镯.
  const hasJade = random() < 0.2
  const isJadeInTitle = hasJade && random() < 0.25
  const hasBangle = random() < 0.2
  const titleParts = [`${gem}${isJadeInTitle ? '与翡翠' : ''}检测札记`, `第${id}篇`]
  const sentences = Array.from({ length: SENTENCES_AN_ARTICLE }, makeSentence)
  if (hasJade) sentences.push('另有翡翠挂件一件')
  if (hasBangle) sentences.push(hasJade && random() < 0.1 ? '这是翡翠手镯' : '旁边是手镯两只')
  if (id % RARE_EVERY === 1) sentences.push('罕见的塔菲石')
  const paragraphs = Array.from(
    { length: PARAGRAPHS },
    (_, at) => `${[...sentences.slice(at), ...sentences.slice(0, at)].join('，')}。`,
  )
  const [title, summary, plain] = [titleParts.join('：'), `${gem}，${sentences[0]}`, paragraphs.join('\n')]
  const isPublish = id % DRAFT_EVERY === 7 ? PUBLISH_STATE.draft : PUBLISH_STATE.published
  const created_at = OLDEST_MS + id * ARTICLE_EVERY_MS
  return {
    article: {
      id,
      category_id: 32 + (id % 4),
      author_id: '1',
      author_name: null,
      title,
      summary,
      cover: null,
      keywords: gem,
      is_publish: isPublish,
      is_original: 1,
      original_url: null,
      read_type: 0,
      is_stick: id % STICKY_EVERY === 0 ? 1 : 0,
      is_recommend: id % 500 === 0 ? 1 : 0,
      is_carousel: 0,
      link_url: null,
      quantity: Math.floor(random() * 10_000),
      created_at,
      updated_at: null,
      submitted_at: null,
      published_at: isPublish === PUBLISH_STATE.published ? created_at : null,
    },
    text: {
      article_id: id,
      content: paragraphs.map((one) => `<p>${one}</p>`).join(''),
      content_md: plain,
      plain,
      title_folded: fold(title),
      folded: fold([title, summary, plain].join('\n')),
    },
    tagId: tagAt + 1,
    titleParts,
    parts: [...titleParts, gem, ...sentences],
  }
}

/** Records which articles contain a term: the terms of a text are those of its parts, as punctuation separates them. */
function createTermLists() {
  const known = new Map<string, Set<string>>()
  const lists = [new Map<string, number[]>(), new Map<string, number[]>()]
  const ofPart = (part: string) => {
    let terms = known.get(part)
    if (!terms) {
      terms = listTerms(part)
      // Titles are not remembered, as they are all different.
      if (!part.startsWith('第')) known.set(part, terms)
    }
    return terms
  }
  return {
    add(id: number, scope: 0 | 1, parts: readonly string[]) {
      for (const term of new Set(parts.flatMap((part) => [...ofPart(part)]))) {
        const list = lists[scope]?.get(term)
        if (list) list.push(id)
        else lists[scope]?.set(term, [id])
      }
    },
    /** Entries in key order, so that each row is appended to the table. */
    *entries() {
      const terms = [...(lists[0]?.keys() ?? [])].sort()
      for (const term of terms) {
        for (const scope of [0, 1]) {
          const ids = lists[scope]?.get(term)
          if (ids) yield { term, scope, ids }
        }
      }
    },
  }
}

/** Fills a migrated, empty database. Texts are invented; their sizes and the frequencies of words are realistic. */
export async function fill({ db, kind }: OpenDatabase): Promise<void> {
  const user = { avatar: '', status: 1, created_at: OLDEST_MS }
  for (let from = 1; from <= USERS; from += ROWS_A_STATEMENT) {
    const rows = Array.from({ length: ROWS_A_STATEMENT }, (_, at) => `${from + at}`)
    await db
      .insertInto('users')
      .values(rows.map((id) => ({ ...user, id, nickname: `读者${id}` })))
      .execute()
  }
  const tags = GEMS.map((name, at) => ({ id: at + 1, name, sort: at + 1, created_at: OLDEST_MS }))
  await db.insertInto('tags').values(tags).execute()
  await fillArticles()
  await fillComments()
  if (kind === 'sqlite') return
  // PostgreSQL does this by itself after a while; it takes longer than any of the site's own queries may.
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum analyze`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })

  async function fillArticles(): Promise<void> {
    const random = createRandom(1)
    const lists = createTermLists()
    for (let from = 1; from <= ARTICLES; from += ROWS_A_STATEMENT) {
      const made = Array.from({ length: ROWS_A_STATEMENT }, (_, at) => makeArticle(from + at, random))
      await db.transaction().execute(async (trx) => {
        const articles = made.map(({ article }) => article)
        await trx.insertInto('articles').values(articles).execute()
        await trx
          .insertInto('article_texts')
          .values(made.map(({ text }) => text))
          .execute()
        const tagged = made.map(({ article, tagId }) => ({ article_id: article.id, tag_id: tagId, position: 0 }))
        await trx.insertInto('article_tags').values(tagged).execute()
      })
      for (const { article, titleParts, parts } of made) {
        if (article.is_publish !== PUBLISH_STATE.published) continue
        lists.add(article.id, 1, titleParts)
        lists.add(article.id, 0, parts)
      }
    }
    await db.transaction().execute(async (trx) => {
      for (const { term, scope, ids } of lists.entries()) {
        const json = JSON.stringify(ids)
        const time = sql`${sql.lit(OLDEST_MS)} + ${sql.lit(ARTICLE_EVERY_MS)}`
        const rows =
          kind === 'sqlite'
            ? sql`select ${term}, ${sql.lit(scope)}, ${time} * value, value from json_each(${json})`
            : sql`select ${term}, ${sql.lit(scope)}, ${time} * id::bigint, id::bigint
                  from json_array_elements_text(${json}::json) as id`
        await sql`insert into article_terms (term, scope, created_at, article_id) ${rows}`.execute(trx)
      }
    })
  }

  async function fillComments(): Promise<void> {
    const texts = [6, 14, 22, 31, 45, 60, 88, 120].map((length) =>
      '这枚样品的折射率与颜色都很有意思，请问'.repeat(9).slice(0, length),
    )
    const group = `(i / ${COMMENTS_A_GROUP})`
    const article = `case when ${group} < ${HOT_GROUPS} then ${HOT_ARTICLE} else (${group} * 7919) % ${ARTICLES} + 1 end`
    const isAnswer = `i % ${COMMENTS_A_GROUP} >= 7`
    const first = `${group} * ${COMMENTS_A_GROUP} + 1`
    const content = `case i % 8 ${texts.map((text, at) => `when ${at} then '${text}'`).join(' ')} end`
    const pickWriter = (factor: number) => `cast((i * ${factor}) % ${USERS} + 1 as text)`
    for (let from = 0; from < COMMENTS; from += COMMENTS_A_STATEMENT) {
      const to = from + COMMENTS_A_STATEMENT - 1
      const numbers =
        kind === 'sqlite'
          ? `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}) select i from n)`
          : `(select i from generate_series(${from}, ${to}) as i)`
      await sql
        .raw(`insert into comments (id, article_id, user_id, parent_id, reply_user_id, content, browser, created_at)
          select i + 1, ${article}, ${pickWriter(31)}, case when ${isAnswer} then ${first} end,
            case when ${isAnswer} then ${pickWriter(17)} end, ${content}, 'Chrome', ${OLDEST_MS} + i * 1000
          from ${numbers} as numbers`)
        .execute(db)
    }
    await sql`update articles set comment_count = (select count(*) from comments where article_id = articles.id)`.execute(
      db,
    )
  }
}
