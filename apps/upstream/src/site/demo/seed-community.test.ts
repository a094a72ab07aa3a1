import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { loadCommunity } from './community-content.ts'
import { DEMO_CONTENT_DIR } from './seed.ts'

describe('demo comments, short posts and messages', () => {
  it('are listed and counted like those of users', async () => {
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

  it('have authors without a login', async () => {
    const upstream = await makeUpstream({ content: 'demo' })
    const users = await upstream.db.selectFrom('users').selectAll().where('id', '!=', '1').execute()
    expect(users.length).toBeGreaterThan(3)
    for (const user of users) {
      expect(user).toMatchObject({ account_name: null, email: null, password_hash: null, role: 'user' })
    }
    await upstream.close()
  })

  it('include conversations with one unread message for the owner', async () => {
    const upstream = await makeUpstream({ content: 'demo', now: () => Date.UTC(2026, 10, 21) })
    const sessions = createSessionRepository({ db: upstream.db, now: () => Date.UTC(2026, 10, 21) })
    const token = await sessions.create('1')
    const rooms = (await ask(upstream, 'GET /v1/im/getRoomList', { token })).data
    expect(rooms).toMatchObject([
      { nickname: '江南老匠', readNum: 1, lastMessage: { isRead: 0 } },
      { nickname: '林间听石', readNum: 0, lastMessage: { isRead: 1 } },
    ])
    const [{ receiveId }] = rooms
    const history = (await ask(upstream, `GET /v1/im/selectUserImHistory?toUserId=${receiveId}`, { token })).data
    const times = history.records.map(({ ext }: Loose) => ext.at)
    expect(times).toEqual([...times].sort((one, other) => other - one))
    const counted = await ask(upstream, 'GET /v1/im/getNewSystemNotice', { token })
    expect(counted.data).toMatchObject({ private: 1 })
    const others = await upstream.db.selectFrom('chat_messages').select('id').where('is_read', '=', 0).execute()
    expect(others).toHaveLength(1)
    const registered = await upstream.db.selectFrom('users').select('created_at').where('id', '!=', '1').execute()
    const [first] = await upstream.db.selectFrom('chat_messages').select('created_at').orderBy('seq').execute()
    expect(registered.every(({ created_at }) => created_at <= Number(first?.created_at))).toBe(true)
    await upstream.close()
  })

  it('are plain text without exclamation marks', () => {
    const { comments, posts, chats } = loadCommunity(DEMO_CONTENT_DIR)
    const texts = [
      ...comments,
      ...comments.flatMap(({ replies }) => replies),
      ...posts,
      ...posts.flatMap((post) => post.comments),
      ...chats.flatMap(({ messages }) => messages),
    ]
    for (const { content } of texts) expect(content).not.toMatch(/[<>!！]/)
  })
})

describe('the community file', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-community-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it.each([
    [
      'an unknown user',
      "comments:\n  - {article: a, user: nobody, at: '2026-01-01', text: x}",
      'nobody is not one of users',
    ],
    ['no date', 'comments:\n  - {article: a, user: owner, at: soon, text: x}', 'comment 1: at must be a date'],
    [
      'a missing picture',
      "says:\n  - {at: '2026-01-01', text: x, pictures: [no.png]}",
      'say 1: picture no.png is not in pictures',
    ],
    ['a conversation of one', 'chats:\n  - {between: [owner], messages: []}', 'chat 1: between must name two people'],
    [
      'a third user in a conversation',
      "users: {a: {nickname: a}, b: {nickname: b}}\nchats:\n  - between: [a, owner]\n    messages: [{user: b, at: '2026-01-01', text: x}]",
      'chat 1: b is not one of the two',
    ],
    [
      'a conversation without a message',
      'users: {a: {nickname: a}}\nchats:\n  - {between: [a, owner], messages: []}',
      'chat 1: messages expected',
    ],
  ])('stops the start with the place of the error when it has %s', (_title, source, reason) => {
    writeFileSync(join(folder, 'community.yaml'), source)
    expect(() => loadCommunity(folder)).toThrow(reason)
  })

  it('is optional', () => {
    expect(loadCommunity(folder)).toEqual({ users: [], comments: [], posts: [], chats: [] })
  })
})
