import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import { makeStaff } from '../../apps/upstream/src/testing/members.ts'
import { type BrowserLogin, logIn } from '../chat/browser-login.ts'
import { type Bff, createBff, signUpAll } from '../chat/chat-world.ts'
import { createSeededRandom } from '../chat/seeded-random.ts'
import { createFolder, createNodeServer, findLastingPort, type ServerProcess } from '../chat/server-process.ts'

const SEED = process.env.FAULT_SEED ?? '2026'
const WRITERS = ['anran', 'boyu', 'chenxi', 'dongni']
const KILLS = 4
/** Time between a start and the next kill. ms. */
const LIFE_MS = { least: 50, most: 700 }

/** A message or comment of a writer, and whether it was acknowledged. */
interface Written {
  text: string
  isAcknowledged: boolean
}

describe(`articles and comments while servers are killed (seed ${SEED})`, () => {
  const random = createSeededRandom(SEED)
  const databaseUrl = `sqlite:${createFolder('kills')}/portal.db`
  let upstream: ServerProcess
  let bff: Bff
  let writers: BrowserLogin[]
  let articleId: number
  let isOver = false
  const articles: Written[] = []
  const comments: Written[] = []

  beforeAll(async () => {
    const accounts = await signUpAll(databaseUrl, WRITERS)
    const port = await findLastingPort()
    const env = {
      UPSTREAM_PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: createFolder('kills'),
      DEMO_CONTENT: 'off',
    }
    upstream = createNodeServer('apps/upstream/src/main.ts', { ...env, LOG_LEVEL: 'warn' })
    bff = await createBff({ UPSTREAM_URL: `http://127.0.0.1:${port}` })
    await Promise.all([upstream.start(), bff.server.start()])
    writers = await Promise.all(accounts.map((account) => logIn(bff.url, account)))
    const database = openDatabase(databaseUrl)
    await makeStaff(database.db, accounts[0]?.userId ?? '', 'editor')
    await database.close()
    // The article is published by an editor, so that all may comment on it.
    const { extra } = await post(writers[0], '/v1/article/', {
      title: '公开',
      categoryId: 33,
      contentMd: '谱',
      isPublish: 1,
    })
    articleId = Number(extra.id)
  })
  afterAll(async () => {
    await Promise.all([bff.server.kill(), upstream.kill()])
  })

  async function post(writer: BrowserLogin | undefined, path: string, body: object) {
    const answer = await fetch(bff.url + path, {
      method: 'POST',
      headers: { ...writer?.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { code: number; extra: Record<string, unknown> }
  }

  /** Writes until the kills are over; a write that gets no answer is not sent again. */
  async function writeOn(writer: BrowserLogin, name: string): Promise<void> {
    for (let nth = 0; !isOver; nth += 1) {
      const isComment = nth % 2 === 1
      const written = { text: `${name} ${nth}`, isAcknowledged: false }
      const sent = isComment
        ? post(writer, '/v1/comment/', { articleId, content: written.text })
        : post(writer, '/v1/article/', { title: written.text, categoryId: 33, contentMd: '谱', isPublish: 3 })
      if (isComment) comments.push(written)
      else articles.push(written)
      try {
        written.isAcknowledged = (await sent).code === 200
      } catch {
        // The server is down.
      }
      if (!written.isAcknowledged) await wait(20)
    }
  }

  async function killOn(): Promise<void> {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await wait(random.between(LIFE_MS.least, LIFE_MS.most))
      const server = kill % 2 === 0 ? upstream : bff.server
      await server.kill()
      await server.start()
    }
    await wait(LIFE_MS.most)
    isOver = true
  }

  it('are stored once when acknowledged, and never in part', { timeout: 120_000 }, async () => {
    await Promise.all([killOn(), ...writers.map((writer, nth) => writeOn(writer, WRITERS[nth] ?? ''))])
    await upstream.kill()
    const { db, close } = openDatabase(databaseUrl)
    const titles = (await db.selectFrom('articles').select('title').execute()).map(({ title }) => title)
    const rows = await db.selectFrom('comments').select('content').execute()
    const counted = await db.selectFrom('articles').select('comment_count').where('id', '=', articleId).execute()
    await close()
    const contents = rows.map(({ content }) => content)

    const listAcknowledged = (all: Written[]) => all.filter((one) => one.isAcknowledged).map(({ text }) => text)
    expect(listAcknowledged(articles).length).toBeGreaterThan(KILLS)
    expect(listAcknowledged(comments).length).toBeGreaterThan(KILLS)
    expect(listAcknowledged(articles).filter((text) => !titles.includes(text))).toEqual([])
    expect(listAcknowledged(comments).filter((text) => !contents.includes(text))).toEqual([])
    expect(new Set(titles).size).toBe(titles.length)
    expect(new Set(contents).size).toBe(contents.length)
    expect(counted).toEqual([{ comment_count: contents.length }])
  })
})
