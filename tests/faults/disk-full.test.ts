import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import { type BrowserLogin, logIn, SITE_ORIGIN } from '../chat/browser-login.ts'
import { signUpAll } from '../chat/chat-world.ts'
import { createNodeServer, findLastingPort, type ServerProcess } from '../chat/server-process.ts'
import { mountTinyDisk } from './tiny-disk.ts'

const FULL = { code: 503, message: '存储空间不足，暂时无法保存，请稍后重试', data: null }
// The picture has 1 × 1 px.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const disk = mountTinyDisk()

describe.skipIf(!disk)('mount: the reference upstream with a full disk', () => {
  const dataDir = path.join(disk?.folder ?? '', 'data')
  const databaseUrl = `sqlite:${path.join(dataDir, 'portal.db')}`
  let upstream: ServerProcess
  let site: TestSite
  let siteUrl: string
  let writer: BrowserLogin
  beforeAll(async () => {
    const [account] = await signUpAll(databaseUrl, ['anran'])
    const port = await findLastingPort()
    const env = { UPSTREAM_PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO_CONTENT: 'off' }
    upstream = createNodeServer('apps/upstream/src/main.ts', { ...env, LOG_LEVEL: 'warn' })
    await upstream.start()
    const settings = { UPSTREAM_URL: `http://127.0.0.1:${port}`, PUBLIC_ORIGIN: SITE_ORIGIN, TRUST_PROXY: '1' }
    site = await makeSite({ env: settings, now: Date.now })
    siteUrl = await site.app.listen({ port: 0, host: '127.0.0.1' })
    if (account) writer = await logIn(siteUrl, account)
  })
  afterAll(async () => {
    await site.close()
    await upstream.kill()
    disk?.remove()
  })

  async function send(call: string, body: BodyInit, type?: string) {
    const headers = { ...writer.headers, ...(type ? { 'content-type': type } : {}) }
    const answer = await fetch(siteUrl + call, { method: 'POST', headers, body })
    return {
      ...((await answer.json()) as { code: number; data: unknown }),
      retryAfter: answer.headers.get('retry-after'),
    }
  }

  const write = (title: string) =>
    send(
      '/v1/article/',
      JSON.stringify({ title, categoryId: 33, contentMd: '谱'.repeat(50_000), isPublish: 3 }),
      'application/json',
    )

  function upload() {
    const form = new FormData()
    form.append('multipartFile', new File([PICTURE], 'a.png', { type: 'image/png' }))
    return send('/file/upload', form)
  }

  async function listTitles(): Promise<string[]> {
    const database = openDatabase(databaseUrl)
    const rows = await database.db.selectFrom('articles').select('title').orderBy('id').execute()
    await database.close()
    return rows.map(({ title }) => title)
  }

  const listPictures = () => readdirSync(path.join(dataDir, 'files'))

  it('answers writes with 503, stores nothing in part, and accepts writes again when space is free', async () => {
    expect((await write('之前')).code).toBe(200)
    expect((await upload()).code).toBe(200)
    disk?.fill()
    // The write-ahead log of SQLite may still have space for one or two.
    const kept: string[] = []
    for (let nth = 0; nth < 12; nth += 1) {
      const answer = await write(`期间 ${nth}`)
      if (answer.code === 200) kept.push(`期间 ${nth}`)
      else expect(answer).toMatchObject({ ...FULL, retryAfter: '60' })
    }
    expect(kept.length).toBeLessThan(12)
    expect(await upload()).toMatchObject(FULL)
    expect(listPictures()).toHaveLength(1)
    const read = await fetch(`${siteUrl}/bff/session`, { headers: writer.headers })
    expect(await read.json()).toMatchObject({ code: 200, data: { user: { nickname: 'anran' } } })

    disk?.makeRoom()
    expect((await write('之后')).code).toBe(200)
    expect((await upload()).code).toBe(200)
    expect(listPictures()).toHaveLength(2)
    await upstream.kill()
    expect(await listTitles()).toEqual(['之前', ...kept, '之后'])
  })
})
