import { DAY_MS, EXPORTS_A_DAY } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { readZip } from '#testing/read-zip.ts'

const UPLOAD = `${'a'.repeat(32)}.webp`
const MISSING = `${'b'.repeat(32)}.webp`
const OF_ANOTHER = `${'c'.repeat(32)}.webp`

describeDatabases('the data export', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 22, 2, 30)
  let isPostgres: boolean
  let me: Member
  let peer: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    isPostgres = upstream.config.databaseUrl.startsWith('postgres')
    for (const name of [UPLOAD, OF_ANOTHER]) {
      await upstream.files.uploads.put(name, Buffer.from(`bytes of ${name}`))
    }
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    ;[me, peer] = [await join(upstream, 'jade'), await join(upstream, 'peer')]
  })

  const fetchZip = (token: string) => upstream.app.inject({ url: '/v1/user/export', headers: { authorization: token } })
  const readFiles = async (token: string) => {
    const answer = await fetchZip(token)
    expect(answer.headers['content-type']).toBe('application/zip')
    return readZip(answer.rawPayload)
  }
  const listIn = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)))

  it('contains profile, texts, likes and pictures of the member, with local times', async () => {
    const write = { title: '甲', contentMd: '# 石\n\n正文', categoryId: 32, isOriginal: 1, isPublish: 3 }
    expect(await me.ask('POST /v1/article/', write)).toMatchObject({ code: 200 })
    await me.ask('PUT /v1/user/', { avatar: `/file/img/${UPLOAD}`, bjCover: `/file/img/${MISSING}` })
    const { id } = await upstream.db.selectFrom('articles').select('id').orderBy('id').executeTakeFirstOrThrow()
    await me.ask(`GET /v1/article/like?articleId=${id}`)
    await me.ask(`POST /v1/followed/insertFollowed?userId=${peer.id}`)
    const files = await readFiles(me.token)
    expect(String(files.get('README.txt'))).toContain('2026-11-22 10:30')
    expect(listIn(files, 'profile.json')).toEqual([
      expect.objectContaining({ id: me.id, nickname: 'jade', registeredAt: '2026-11-22T10:30:00.000+08:00' }),
    ])
    expect(listIn(files, 'articles.json')).toEqual([
      expect.objectContaining({ title: '甲', markdown: '# 石\n\n正文', state: 3, isOriginal: true }),
    ])
    expect(listIn(files, 'likes.json')).toEqual([expect.objectContaining({ articleId: id })])
    expect(listIn(files, 'follows.json')).toEqual([expect.objectContaining({ userId: peer.id, nickname: 'peer' })])
    expect(listIn(files, 'sessions.json')).toHaveLength(1)
    expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toEqual([`pictures/${UPLOAD}`])
    expect(String(files.get(`pictures/${UPLOAD}`))).toBe(`bytes of ${UPLOAD}`)
  })

  it('contains both sides of own conversations, and nothing of other conversations', async () => {
    const stranger = await join(upstream, 'stranger')
    const sendMessage = (from: Member, to: Member, content: string) =>
      from.ask('POST /v1/im/chat', { fromUserId: from.id, toUserId: to.id, content, type: 1, code: 1 })
    expect(await sendMessage(me, peer, '你好')).toMatchObject({ code: 200 })
    await sendMessage(peer, me, `你也好 /file/img/${OF_ANOTHER}`)
    await sendMessage(peer, stranger, '悄悄话')
    const files = await readFiles(me.token)
    expect(listIn(files, 'messages-sent.json')).toEqual([
      expect.objectContaining({ from: 'jade', to: 'peer', content: '你好' }),
    ])
    expect(listIn(files, 'messages-received.json')).toEqual([expect.objectContaining({ from: 'peer', to: 'jade' })])
    const allText = [...files.values()].join('')
    expect(allText).not.toContain('悄悄话')
    expect(allText).not.toContain(peer.token)
    expect(allText).not.toContain('scrypt')
    expect([...files.keys()].join()).not.toContain(OF_ANOTHER)
  })

  it('contains long lists completely', async () => {
    const days = Array.from({ length: 450 }, (_, day) => ({
      id: `${me.id}-${day}`,
      user_id: me.id,
      day: String(1000 + day),
      created_at: clock,
    }))
    await upstream.db.insertInto('sign_ins').values(days).execute()
    const list: { day: string }[] = listIn(await readFiles(me.token), 'sign-ins.json')
    expect(new Set(list.map(({ day }) => day)).size).toBe(450)
  })

  it('is limited to one at a time and a few a day for each account', async () => {
    const both = await upstream.db.transaction().execute(async (trx) => {
      // The first export waits for this table. On SQLite, the single connection makes both wait until they have begun.
      if (isPostgres) await sql`lock table follows in access exclusive mode`.execute(trx)
      const downloads = [fetchZip(me.token), fetchZip(me.token)]
      if (isPostgres) await Promise.race(downloads)
      return { downloads }
    })
    const answers = await Promise.all(both.downloads)
    const refusal = answers.filter(({ headers }) => headers['content-type'] !== 'application/zip')
    expect(refusal.map((answer) => answer.json().message)).toEqual(['数据正在打包，请等这一次下载完成'])
    for (let download = 1; download < EXPORTS_A_DAY; download += 1) await readFiles(me.token)
    expect((await fetchZip(me.token)).json().message).toBe('今天下载的次数已达上限，请明天再试')
    await readFiles(peer.token)
    clock += DAY_MS
    await readFiles(me.token)
  })

  it('requires a login, and is not cached', async () => {
    const answer = await upstream.app.inject('/v1/user/export')
    expect(answer.json()).toMatchObject({ code: 401 })
    const { headers } = await fetchZip(me.token)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="my-data.zip"',
    })
  })

  it('stops when the client disconnects, and can then be requested again', async () => {
    await upstream.db
      .insertInto('sign_ins')
      .values(
        Array.from({ length: 400 }, (_, day) => ({
          id: `${me.id}-${day}`,
          user_id: me.id,
          day: String(1000 + day),
          created_at: clock,
        })),
      )
      .execute()
    const url = await upstream.listen()
    const leaving = new AbortController()
    const answer = await fetch(`${url}/v1/user/export`, {
      headers: { authorization: me.token },
      signal: leaving.signal,
    })
    await answer.body?.getReader().read()
    leaving.abort()
    await expect.poll(async () => (await fetchZip(me.token)).headers['content-type']).toBe('application/zip')
  })
})
