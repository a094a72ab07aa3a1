import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_CONTENT_DIR } from '#app.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { loadCommunity } from './community-content.ts'

describe('demo comments and short posts', () => {
  it('are shown like those of users, and counted', async () => {
    const upstream = await makeUpstream({ content: 'demo' })
    const counted = await upstream.db
      .selectFrom('articles')
      .select(['id', 'comment_count'])
      .where('comment_count', '>', 0)
      .execute()
    expect(counted.length).toBeGreaterThan(5)
    for (const { id, comment_count } of counted) {
      const { data } = await ask(upstream, `GET /v1/comment/?articleId=${id}&pageNo=1&pageSize=100`)
      const answers = data.records.flatMap(({ children }: Loose) => children)
      expect(data.total + answers.length).toBe(comment_count)
      for (const { replyNickname } of answers) expect(replyNickname).toEqual(expect.any(String))
    }
    const says = (await ask(upstream, 'GET /v1/say/getSayList')).data.records
    expect(says.length).toBeGreaterThan(2)
    const times = says.map(({ createTime }: Loose) => createTime)
    expect(times).toEqual([...times].sort().reverse())
    expect(says.some(({ imgUrl }: Loose) => imgUrl?.split(',').length === 3)).toBe(true)
    await upstream.close()
  })

  it('are by people nobody can log in as', async () => {
    const upstream = await makeUpstream({ content: 'demo' })
    const users = await upstream.db.selectFrom('users').selectAll().where('id', '!=', '1').execute()
    expect(users.length).toBeGreaterThan(3)
    for (const user of users) {
      expect(user).toMatchObject({ account_name: null, email: null, password_hash: null, role: 'user' })
    }
    await upstream.close()
  })

  it('hold plain text, without exclamation marks', () => {
    const { comments, says } = loadCommunity(DEMO_CONTENT_DIR)
    const texts = [
      ...comments,
      ...comments.flatMap(({ replies }) => replies),
      ...says,
      ...says.flatMap((say) => say.comments),
    ]
    for (const { content } of texts) expect(content).not.toMatch(/[<>!！]/)
  })
})

describe('a broken file of them', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-community-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it.each([
    [
      'somebody unknown',
      "comments:\n  - {article: a, user: nobody, at: '2026-01-01', text: x}",
      'nobody is not one of users',
    ],
    ['no date', 'comments:\n  - {article: a, user: owner, at: soon, text: x}', 'comment 1: at must be a date'],
    [
      'a missing picture',
      "says:\n  - {at: '2026-01-01', text: x, pictures: [no.png]}",
      'say 1: picture no.png is not in pictures',
    ],
  ])('stops the start when it has %s, naming the place', (_what, source, reason) => {
    writeFileSync(join(folder, 'community.yaml'), source)
    expect(() => loadCommunity(folder)).toThrow(reason)
  })

  it('may be missing', () => {
    expect(loadCommunity(folder)).toEqual({ users: [], comments: [], says: [] })
  })
})
