import { type Insertable, sql } from 'kysely'
import { createSessionRepository } from '../../apps/upstream/src/accounts/sessions/session-repository.ts'
import { toEntryParts } from '../../apps/upstream/src/platform/audit/audit-log.ts'
import type { OpenDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import type { Tables } from '../../apps/upstream/src/platform/db/tables.ts'
import { DUTIES } from '../../packages/contract/src/accounts/duties.ts'
import { buildSearchText } from '../../packages/contract/src/audit/entry-words.ts'
import { PUBLISH_STATE } from '../../packages/contract/src/constants.ts'
import { createRandom } from '../measuring/mulberry.ts'
import { fillOrders } from './order-data.ts'

/** Number of users, of articles, of tickets, of entries of the audit log, and of comments. */
export const ROWS = 100_000
const NEWEST_MS = Date.UTC(2026, 10, 1)
const EVERY_MS = 300_000
const OLDEST_MS = NEWEST_MS - ROWS * EVERY_MS
/** Editor who wrote every fifth row; another one wrote a few. */
export const BUSY = 7
export const BUSY_NAME = '林知微'
const FEW = 11
export const FEW_NAME = '绿松石客'
const STAFF = 200
/** One row of this many has the rare word. */
const RARE_EVERY = 50_000
export const RARE = '塔菲石'
const TAGS = 2000
const INVITATIONS = 2000
const SITE_VERSIONS = 2000
const FAULTS = 5000
const ROWS_A_STATEMENT = 1000

const SURNAMES = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜']
const NAMES = [...'知微砚秋观澜疏影怀瑾听澜若水清扬子衿望舒云帆景行明远致和思齐文渊']
const GEMS = '翡翠 红宝石 蓝宝石 祖母绿 碧玺 尖晶石 石榴石 欧泊 珍珠 琥珀 珊瑚 青金石 绿松石'.split(' ')
const THINGS = '折射率 密度 吸收峰 充填痕迹 染色迹象 包裹体 生长纹理 荧光反应 颜色分布 重量偏差'.split(' ')

export const makeTime = (nth: number) => OLDEST_MS + nth * EVERY_MS
export const makeUserId = (nth: number) => nth.toString(16).padStart(32, '0')

export interface Filled {
  /** Token of an owner who has confirmed the second factor. */
  token: string
}

/** Fills a migrated, empty database with the data of years. */
export async function fillManaged({ db, kind }: OpenDatabase): Promise<Filled> {
  const random = createRandom(1)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const pickUser = (nth: number) => makeUserId(nth % 5 === 0 ? BUSY : 1 + Math.floor(random() * ROWS))

  async function insert<T extends keyof Tables>(table: T, rows: number, make: (nth: number) => Insertable<Tables[T]>) {
    for (let from = 1; from <= rows; from += ROWS_A_STATEMENT) {
      const size = Math.min(ROWS_A_STATEMENT, rows - from + 1)
      const values = Array.from({ length: size }, (_none, at) => make(from + at))
      // PostgreSQL allows 65,535 values per statement.
      const half = Math.ceil(values.length / 2)
      for (const part of [values.slice(0, half), values.slice(half)]) {
        if (part.length > 0) await db.insertInto(table).values(part).execute()
      }
    }
  }

  function makeNickname(nth: number): string {
    if (nth === BUSY) return BUSY_NAME
    if (nth === FEW) return FEW_NAME
    return `${pick(SURNAMES)}${pick(NAMES)}${pick(NAMES)}${nth % RARE_EVERY === 1 ? RARE : ''}`
  }

  await insert('users', ROWS, (nth) => ({
    id: makeUserId(nth),
    account_name: `m${nth}@example.test`,
    email: `m${nth}@example.test`,
    avatar: '',
    nickname: makeNickname(nth),
    status: nth % 100 === 3 ? 0 : 1,
    role: nth <= STAFF ? ('editor' as const) : ('user' as const),
    created_at: makeTime(nth),
  }))
  await db.updateTable('users').set({ role: 'owner' }).where('id', '=', makeUserId(1)).execute()
  await insert('duties', STAFF, (nth) => ({
    user_id: makeUserId(nth),
    duty: nth === 1 ? ('owner' as const) : (DUTIES[nth % 4] ?? 'edit'),
    given_by: null,
    given_at: 0,
  }))
  await insert('penalties', ROWS / 100, (nth) => ({
    user_id: makeUserId(nth * 100 - 97),
    reason: '广告',
    given_by: makeUserId(1),
    given_at: NEWEST_MS,
    ends_at: null,
    lifted_at: null,
    lifted_by: null,
  }))
  await insert('tags', TAGS, (nth) => ({ id: nth, name: `${pick(GEMS)}${nth}`, sort: nth, created_at: OLDEST_MS }))
  await insert('articles', ROWS, (nth) => ({
    id: nth,
    category_id: 32 + (nth % 4),
    author_id: pickUser(nth),
    author_name: null,
    title: `${pick(GEMS)}的${pick(THINGS)}与${pick(THINGS)}：第${nth}篇${nth % RARE_EVERY === 1 ? RARE : ''}`,
    summary: null,
    cover: null,
    keywords: null,
    is_publish: chooseState(nth),
    is_original: 1,
    original_url: null,
    read_type: 0,
    is_stick: 0,
    is_recommend: 0,
    is_carousel: 0,
    link_url: null,
    quantity: nth % 997,
    created_at: makeTime(nth),
    updated_at: nth % 10 === 0 ? makeTime(nth) + 1 : null,
    submitted_at: null,
    published_at: chooseState(nth) === PUBLISH_STATE.published ? makeTime(nth) : null,
  }))
  await insert('article_tags', ROWS, (nth) => ({
    article_id: nth,
    tag_id: nth % 4 === 0 ? 1 : 1 + (nth % TAGS),
    position: 0,
  }))
  await insert('content_faults', FAULTS, (nth) => ({
    article_id: nth * 20,
    kind: 'missingPage' as const,
    target: '/nothing',
    found_at: NEWEST_MS,
  }))
  await insert('comments', ROWS, (nth) => ({
    id: nth,
    article_id: nth,
    user_id: pickUser(nth),
    parent_id: null,
    reply_user_id: null,
    content: `<p>${pick(THINGS)}看着不对</p>`,
    browser: null,
    created_at: makeTime(nth),
  }))
  await insert('comment_reports', ROWS / 10, (nth) => ({
    comment_id: nth * 10,
    user_id: pickUser(nth),
    reason: '广告',
    created_at: makeTime(nth * 10),
  }))
  await insert('says', ROWS, (nth) => ({
    id: makeUserId(nth),
    user_id: pickUser(nth),
    content: `<p>${pick(GEMS)}</p>`,
    pictures: null,
    address: null,
    is_public: 1,
    created_at: makeTime(nth),
  }))
  await fillTickets()
  await fillRecords()
  await fillOrders({
    rows: ROWS,
    insert,
    makeTime,
    makeName: makeNickname,
    makeHolderId: (nth) => makeUserId(1 + (nth % STAFF)),
  })
  if (kind === 'postgres') await analyse()
  const token = await createSessionRepository({ db, now: Date.now }).create(makeUserId(1), null, Date.now())
  return { token }

  async function fillTickets() {
    const makeWords = () => `${pick(GEMS)}证书的${pick(THINGS)}与实物不符`
    await insert('feedback', ROWS, (nth) => ({
      id: makeUserId(nth),
      user_id: nth % 2 ? pickUser(nth) : null,
      email: nth % 2 ? null : `v${nth}@example.test`,
      type: nth % 10 ? 2 : 3,
      title: makeWords(),
      content: '见照片',
      img_url: null,
      status: 0,
      created_at: makeTime(nth),
    }))
    await insert('tickets', ROWS, (nth) => ({
      id: nth,
      kind: nth % 10 ? ('feedback' as const) : ('forgery' as const),
      feedback_id: makeUserId(nth),
      comment_id: null,
      title: `${makeWords()}${nth % RARE_EVERY === 1 ? RARE : ''}`,
      state: (['closed', 'closed', 'closed', 'new', 'open', 'waiting'] as const)[nth % 6] ?? 'closed',
      assignee_id: nth % 3 ? makeUserId(1 + (nth % STAFF)) : null,
      due_at: makeTime(nth),
      left_ms: null,
      allowed_ms: 57_600_000,
      sort_at: makeTime(nth),
      created_at: makeTime(nth),
      version: 1,
      first_answer_at: makeTime(nth) + 1,
      first_answer_ms: nth,
      closed_at: null,
    }))
  }

  async function fillRecords() {
    const actions = ['article.save', 'ticket.answer', 'ticket.update', 'article.bulk', 'factor.prove']
    const hash = 'f'.repeat(64)
    await insert('audit_log', ROWS, (nth) => {
      const row = {
        at: makeTime(nth),
        actor_id: makeUserId(1 + (nth % STAFF)),
        actor_name: `人员${nth % STAFF}`,
        action: nth % 1000 === 1 ? 'user.disable' : (actions[nth % actions.length] ?? ''),
        target_kind: nth % 2 ? 'article' : 'ticket',
        target_id: String(1 + (nth % 30_000)),
        target_name: `${pick(GEMS)} ${nth}`,
        changes: JSON.stringify([{ member: 'title', before: `旧题 ${nth}`, after: `新题 ${nth}` }]),
        outcome: nth % 500 ? ('done' as const) : ('refused' as const),
        reason: null,
        request_id: '1',
        network: '203.0.113.0/24',
        device: 'Chrome',
      }
      return { ...row, search_text: buildSearchText(toEntryParts(row)), previous_hash: hash, hash }
    })
    await insert('invitations', INVITATIONS, (nth) => ({
      email: `i${nth}@example.test`,
      duties: '["edit"]',
      code_hash: `hash ${nth}`,
      invited_by: makeUserId(1),
      created_at: makeTime(nth),
      expires_at: Date.now() + (nth % 2 ? 86_400_000 : -1),
      mailed_at: NEWEST_MS,
    }))
    const changes = JSON.stringify([{ member: 'phone', before: '0719-8612046', after: '0719-8612088' }])
    await insert('site_versions', SITE_VERSIONS, (nth) => ({
      version: nth,
      at: makeTime(nth),
      actor_id: makeUserId(1),
      restored_to: null,
      changes,
    }))
    const form = JSON.stringify({ title: '题', contentMd: '正文。'.repeat(1000) })
    await insert('article_versions', 100, (nth) => ({
      article_id: 1,
      version: nth,
      editor_id: makeUserId(1),
      note: null,
      form,
      created_at: makeTime(nth),
    }))
  }

  /** Runs what PostgreSQL does by itself after a while; it takes longer than any of the site's own queries may. */
  async function analyse() {
    await db.connection().execute(async (one) => {
      await sql`set statement_timeout = 0`.execute(one)
      await sql`vacuum analyze`.execute(one)
      await sql`reset statement_timeout`.execute(one)
    })
  }
}

function chooseState(nth: number): number {
  if (nth % 20 === 7) return PUBLISH_STATE.draft
  if (nth % 100 === 9) return PUBLISH_STATE.inReview
  return nth % 50 === 11 ? PUBLISH_STATE.offShelf : PUBLISH_STATE.published
}
