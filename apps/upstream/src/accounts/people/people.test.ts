import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { PersonRow } from '@portal/contract/accounts/people-shapes.ts'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { openSocket } from '#testing/sockets.ts'
import { createPenaltyRepository } from './penalties.ts'

describeDatabases('people, for staff', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let owner: Member
  let desk: Member
  let member: Member
  let nth = 0

  const now = () => clockMs
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
    await upstream.listen()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += MINUTE_MS
    owner = await join(upstream, `负责人甲${nth}`, 'owner')
    desk = await hireStaff(`前台${nth}`, ['support'])
    member = await join(upstream, `江疏影${nth}`)
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
  })

  async function hireStaff(name: string, duties: readonly Duty[]): Promise<Member> {
    const joined = await join(upstream, name)
    await setDuties(upstream.db, joined.id, duties, { by: owner.id, at: clockMs })
    return joined
  }
  const readPerson = async ({ id }: Pick<Member, 'id'>, by = owner) => (await by.ask(`GET /v1/manage/users/${id}`)).data
  const change = async (by: Member, call: string, of: Pick<Member, 'id'>, body: Record<string, unknown> = {}) => {
    const { version } = (await readPerson(of)) ?? {}
    const [method, path] = call.split(' ')
    return await by.ask(`${method} /v1/manage/users/${of.id}/${path}`, { version, ...body })
  }
  const disable = (by: Member, of: Member, call = 'disable', days: number | null = 30) =>
    change(by, `POST ${call}`, of, { reason: '多次发布广告', days })
  const search = async (text: string, by = owner) =>
    (await by.ask(`GET /v1/manage/users?search=${encodeURIComponent(text)}`)).data.records as PersonRow[]
  const readLastEntry = async () => {
    const newest = upstream.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc')
    return await newest.executeTakeFirstOrThrow()
  }
  const readEmail = async ({ id }: Pick<Member, 'id'>) =>
    (await upstream.db.selectFrom('users').select('account_name').where('id', '=', id).executeTakeFirst())?.account_name

  it('are found by part of the nickname, the whole e-mail address or the id', async () => {
    const email = (await readEmail(member)) ?? ''
    for (const text of [`疏影${nth}`, email, member.id]) {
      expect(
        (await search(text)).map(({ id }) => id),
        text,
      ).toEqual([member.id])
    }
    expect(await search('100%')).toEqual([])
    const find = async (text: string, by: Member) => (await search(text, by)).map(({ id }) => id)
    const part = email.slice(1, email.indexOf('@') + 2)
    expect(await find(part, owner)).toEqual([member.id])
    // A search for a part would reveal a masked address to others.
    expect(await find(part, desk)).toEqual([])
    expect(await find(email, desk)).toEqual([member.id])
  })

  it('show the addresses of members in full to owners only', async () => {
    const email = await readEmail(member)
    expect((await search(member.id))[0]).toMatchObject({ email })
    expect((await search(member.id, desk))[0]?.email).toMatch(/^.\*\*\*@/)
    expect((await readPerson(member, desk)).email).toMatch(/^.\*\*\*@/)
    expect((await search(desk.id, desk))[0]).toMatchObject({ email: await readEmail(desk) })
  })

  it('are listed newest first, by view and duty, fifty a page', async () => {
    const at = clockMs
    const row = { avatar: '', status: 1, nickname: '石友' }
    const ids = Array.from({ length: 60 }, (_none, index) => `${index}`.padStart(32, 'a'))
    await upstream.db
      .insertInto('users')
      .values(ids.map((id, index) => ({ ...row, id, created_at: at + (index >> 1) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const seen: string[] = []
    for (let after = ''; ; ) {
      const { records, hasMore } = (await desk.ask(`GET /v1/manage/users?search=石友&after=${after}`)).data
      expect(records.length).toBeLessThanOrEqual(50)
      seen.push(...records.map(({ id }: PersonRow) => id))
      if (!hasMore) break
      after = seen.at(-1) ?? ''
    }
    expect(seen).toEqual(ids.toReversed())
    const approver = await hireStaff(`批准人${nth}`, ['approve'])
    const found = (await owner.ask('GET /v1/manage/users?view=staff&duty=approve')).data.records as PersonRow[]
    expect(found.map(({ id }) => id)).toContain(approver.id)
    expect(found.every(({ duties }) => duties.includes('approve'))).toBe(true)
    await disable(desk, member)
    const disabled = (await owner.ask('GET /v1/manage/users?view=disabled')).data.records as PersonRow[]
    expect(disabled.map(({ id }) => id)).toContain(member.id)
    const { all, staff: staffCount } = (await owner.ask('GET /v1/manage/users/counts')).data
    expect([all > 60, staffCount > 2]).toEqual([true, true])
  })

  it('are disabled by the support desk: sessions and open sockets end within a second', async () => {
    const socket = await openSocket(upstream, member)
    const startedAt = performance.now()
    expect(await disable(desk, member)).toMatchObject({ code: 200 })
    await socket.closed
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(await member.ask('GET /v1/user/sessions')).toMatchObject({ code: 401 })
    const login = { email: await readEmail(member), password: 'a password' }
    expect(await ask(upstream, 'POST /oauth/emailLogin', { from: '192.0.2.1', body: login })).toMatchObject({
      message: '账号已停用至 2026-12-20 10:'.concat(String(nth).padStart(2, '0'), '，原因：多次发布广告'),
    })
    expect(await readPerson(member)).toMatchObject({
      state: 'disabled',
      sessions: [],
      penalties: [{ reason: '多次发布广告', byName: `前台${nth}`, liftedTime: null }],
    })
    expect(await readLastEntry()).toMatchObject({ action: 'user.disable', target_id: member.id, outcome: 'done' })
  })

  it('are enabled again, by staff or when the time is over, and every penalty stays on record', async () => {
    await disable(desk, member)
    expect(await change(desk, 'POST enable', member)).toMatchObject({ code: 200 })
    expect(await readPerson(member)).toMatchObject({ state: 'normal', penalties: [{ liftedByName: `前台${nth}` }] })
    await disable(desk, member, 'disable', 1)
    clockMs += DAY_MS - 1
    await createPenaltyRepository({ db: upstream.db, digest: upstream.digest, now }).sweep()
    expect(await readPerson(member)).toMatchObject({ state: 'disabled' })
    clockMs += 1
    const login = { email: await readEmail(member), password: 'a password' }
    expect(await ask(upstream, 'POST /oauth/emailLogin', { from: '192.0.2.2', body: login })).toMatchObject({
      code: 200,
    })
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    expect(await readPerson(member)).toMatchObject({ state: 'normal', penalties: [{ liftedByName: null }, {}] })
    expect((await readPerson(member)).events[0]).toMatchObject({ action: 'user.enable', actorName: '本站' })
  })

  it('with duties are disabled by owners only', async () => {
    const editor = await hireStaff(`编辑${nth}`, ['edit'])
    expect(await disable(desk, editor)).toMatchObject({ code: 403 })
    expect(await disable(desk, editor, 'disableStaff')).toMatchObject({ code: 403 })
    expect(await disable(owner, editor)).toMatchObject({ code: 403 })
    expect(await disable(owner, editor, 'disableStaff', null)).toMatchObject({ code: 200 })
    expect(await change(desk, 'POST enable', editor)).toMatchObject({ code: 403 })
    expect(await change(owner, 'POST enableStaff', editor)).toMatchObject({ code: 200 })
    expect((await readPerson(editor)).duties).toEqual([
      { duty: 'edit', since: expect.any(String), byName: `负责人甲${nth}` },
    ])
  })

  it('get and lose duties at once, and are notified', async () => {
    expect(await change(owner, 'PUT duties', member, { duties: ['edit', 'approve'] })).toMatchObject({ code: 200 })
    expect((await readPerson(member)).duties.map(({ duty }: { duty: Duty }) => duty)).toEqual(['edit', 'approve'])
    expect(await readLastEntry()).toMatchObject({
      action: 'user.duties',
      changes: JSON.stringify([{ member: 'duties', before: '', after: 'edit,approve' }]),
    })
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    expect(await member.ask('GET /v1/review/articles')).toMatchObject({ code: 200 })
    await change(owner, 'PUT duties', member, { duties: [] })
    expect(await member.ask('GET /v1/review/articles')).not.toMatchObject({ code: 200 })
    const notices = upstream.db.selectFrom('notices').select('content').where('user_id', '=', member.id)
    expect((await notices.orderBy('created_at').execute()).map(({ content }) => content)).toEqual(
      expect.arrayContaining(['您的职责已改为：编辑、批准。', '您的职责已全部取消。']),
    )
  })

  it('refuse a change that was made from an outdated version', async () => {
    const { version } = await readPerson(member)
    const body = { duties: ['edit'], version }
    expect(await owner.ask(`PUT /v1/manage/users/${member.id}/duties`, body)).toMatchObject({ code: 200 })
    expect(await owner.ask(`PUT /v1/manage/users/${member.id}/duties`, { ...body, duties: [] })).toMatchObject({
      code: 409,
      extra: { current: { duties: ['edit'] } },
    })
    expect((await readPerson(member)).duties).toHaveLength(1)
  })

  it('cannot change their own duties or state', async () => {
    const refusal = { code: 500, message: '不能在这里改动自己的账号，请由另一位负责人操作' }
    expect(await change(owner, 'PUT duties', owner, { duties: [] })).toMatchObject(refusal)
    expect(await disable(owner, owner, 'disableStaff')).toMatchObject(refusal)
    expect(await change(owner, 'POST logout', owner)).toMatchObject(refusal)
    expect(await change(owner, 'POST factorReset', owner)).toMatchObject(refusal)
  })

  it('keep an owner who can log in, also when two owners remove each other at the same time', async () => {
    const other = await join(upstream, `负责人乙${nth}`, 'owner')
    const ownerUpdate = upstream.db.updateTable('users').set({ status: 0 }).where('role', '=', 'owner')
    await ownerUpdate.where('id', 'not in', [owner.id, other.id]).execute()
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    const versions = [(await readPerson(owner)).version, (await readPerson(other)).version]
    const answers = await Promise.all([
      owner.ask(`PUT /v1/manage/users/${other.id}/duties`, { duties: [], version: versions[1] }),
      other.ask(`POST /v1/manage/users/${owner.id}/disableStaff`, { reason: '离职', days: null, version: versions[0] }),
    ])
    const codes = answers.map(({ code }) => code).sort()
    // The second call is refused because it concerns the last owner, or because its caller is no owner any more.
    expect(codes[0]).toBe(200)
    expect([401, 403, 409]).toContain(codes[1])
    const remainingOwner = answers[0]?.code === 200 ? owner : other
    const closing = await remainingOwner.ask('POST /v1/user/closure', { password: 'a password', keepsWritings: true })
    expect(closing).toMatchObject({ code: 500, message: expect.stringContaining('最后一位') })
  })

  it('are logged out everywhere on request', async () => {
    expect(await change(desk, 'POST logout', member)).toMatchObject({ code: 200 })
    expect(await member.ask('GET /v1/user/sessions')).toMatchObject({ code: 401 })
    expect(await change(desk, 'POST logout', owner)).toMatchObject({ code: 403 })
  })

  it('show what they wrote and reported, without drafts and private posts', async () => {
    const { db } = upstream
    const article = { title: '绿松石', categoryId: 33, contentMd: '正文' }
    const { id } = (await member.ask('POST /v1/article/', { ...article, isPublish: 2 })).extra
    await member.ask('POST /v1/article/', { ...article, title: '草稿', isPublish: 3 })
    const say = { user_id: member.id, pictures: null, address: null, created_at: clockMs }
    const says = [
      { ...say, id: `${nth}a`, content: '公开的', is_public: 1 },
      { ...say, id: `${nth}b`, content: '私下的', is_public: 0 },
    ]
    await db.insertInto('says').values(says).execute()
    const target = await db.selectFrom('articles').select('id').where('is_publish', '=', 1).executeTakeFirstOrThrow()
    const remark = { article_id: target.id, content: '好<img src="/file/img/a.png">', created_at: clockMs }
    const comment = await db
      .insertInto('comments')
      .values({ ...remark, user_id: member.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('comment_reports')
      .values({ comment_id: comment.id, user_id: desk.id, reason: '广告', created_at: clockMs })
      .execute()
    const listWritings = async (kind: string, of: Member = member) =>
      (await desk.ask(`GET /v1/manage/users/${of.id}/writings?kind=${kind}`)).data.records
    expect(await listWritings('articles')).toMatchObject([{ text: '绿松石', targetId: String(id), state: '2' }])
    expect(await listWritings('posts')).toMatchObject([{ text: '公开的' }])
    expect(await listWritings('comments')).toMatchObject([{ text: '好［图片］', targetId: String(target.id) }])
    expect(await listWritings('reportsAbout')).toMatchObject([{ text: '好［图片］', state: '广告' }])
    expect(await listWritings('reportsMade', desk)).toMatchObject([{ state: '广告' }])
    expect((await readPerson(member)).counts).toEqual({
      articles: 1,
      comments: 1,
      posts: 1,
      feedback: 0,
      reportsAbout: 1,
      reportsMade: 0,
    })
  })

  it('page through everything they wrote', async () => {
    const target = await upstream.db
      .selectFrom('articles')
      .select('id')
      .where('is_publish', '=', 1)
      .executeTakeFirstOrThrow()
    const remarks = Array.from({ length: 45 }, (_none, index) => ({
      article_id: target.id,
      user_id: member.id,
      content: `第 ${index} 条`,
      created_at: clockMs,
    }))
    await upstream.db.insertInto('comments').values(remarks).execute()
    const texts: string[] = []
    for (let after = ''; ; ) {
      const call = `GET /v1/manage/users/${member.id}/writings?kind=comments&after=${after}`
      const { records, hasMore } = (await desk.ask(call)).data
      texts.push(...records.map(({ text }: { text: string }) => text))
      if (!hasMore) break
      after = records.at(-1).key
    }
    expect(texts).toEqual(remarks.map(({ content }) => content).toReversed())
  })
})
