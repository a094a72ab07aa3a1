import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OWNER_ID } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import { insertArticles, type NewArticle } from '#articles/writing/article-writer.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const KILLS = 20
const READERS = 20
const ARTICLES = 400
const RUN_MS = 250

const ARTICLE: NewArticle = {
  title: '钻石',
  summary: null,
  categoryId: 34,
  tags: [],
  createdAt: 0,
  keywords: null,
  authorName: null,
  quantity: 0,
  isStick: 0,
  isRecommend: 0,
  isCarousel: 0,
  isOriginal: 1,
  originalUrl: null,
  readType: 0,
  isPublish: 1,
  cover: null,
  linkUrl: null,
  content: '',
  contentMd: '',
  plain: '',
}

let dataDir: string
let url: string
const tokens: string[] = []
let articleIds: number[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-durability-'))
  url = `sqlite:${join(dataDir, 'portal.db')}`
  const database = openDatabase(url)
  await migrate(database)
  const { db } = database
  const sessions = createSessionRepository({ db, now: Date.now })
  const readers = Array.from({ length: READERS }, (_, nth) => `reader${nth}`)
  const user = { nickname: 'r', avatar: '', status: 1, created_at: 0 }
  await db
    .insertInto('users')
    .values([OWNER_ID, ...readers].map((id) => ({ id, ...user })))
    .execute()
  for (const reader of readers) tokens.push(await sessions.create(reader))
  const articles = Array.from({ length: ARTICLES }, () => ARTICLE)
  articleIds = await db.transaction().execute((trx) => insertArticles(trx, OWNER_ID, articles, 0))
  await database.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function startServer(): Promise<{ server: ChildProcess; address: string }> {
  const server = fork(join(import.meta.dirname, '../../main.ts'), {
    env: { DATA_DIR: dataDir, UPSTREAM_PORT: '0', LOG_LEVEL: 'silent', DEMO_CONTENT: 'off' },
    stdio: 'ignore',
    execArgv: [],
  })
  const [message] = await once(server, 'message')
  return { server, address: (message as { address: string }).address }
}

/** Likes one article after another until the server dies, and records each acknowledged like. */
async function likeAll(address: string, reader: number, client: () => string, answered: Set<string>): Promise<void> {
  for (const articleId of articleIds) {
    const like = `${articleId} reader${reader}`
    if (answered.has(like) || asked.has(like)) continue
    asked.add(like)
    try {
      const headers = { authorization: tokens[reader] ?? '', 'x-forwarded-for': client() }
      const answer = await fetch(`${address}/v1/article/like?articleId=${articleId}`, { headers })
      const { code } = (await answer.json()) as { code: number }
      if (code === 200) answered.add(like)
    } catch {
      return
    }
  }
}

/** Each like is requested once: after a lost answer, a second request might remove the like. */
const asked = new Set<string>()

it('keeps every acknowledged write when the server is killed at any moment', async () => {
  const answered = new Set<string>()
  let clients = 0
  // Each request uses another client address, because of the rate limit.
  const client = () => {
    clients += 1
    return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { server, address } = await startServer()
    const likes = tokens.map((_token, reader) => likeAll(address, reader, client, answered))
    await delay(randomInt(20, RUN_MS))
    server.kill('SIGKILL')
    await Promise.all([once(server, 'exit'), ...likes])
  }
  const database = openDatabase(url)
  const rows = await database.db.selectFrom('article_likes').select(['article_id', 'user_id']).execute()
  const storedLikes = new Set(rows.map(({ article_id, user_id }) => `${article_id} ${user_id}`))
  const counted = await database.db.selectFrom('articles').select(['id', 'like_count']).execute()
  await database.close()
  expect(answered.size).toBeGreaterThan(KILLS)
  expect([...answered].filter((like) => !storedLikes.has(like))).toEqual([])
  // Row and counter are written in one transaction.
  for (const { id, like_count } of counted) {
    expect(rows.filter(({ article_id }) => article_id === id)).toHaveLength(like_count)
  }
}, 300_000)
