import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, type TestDatabase } from '#testing/databases.ts'
import { makeUpstream, type TestUpstream, toListenEnv } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { openSocket } from '#testing/sockets.ts'
import { APPLICATION_NAME } from './postgres-bus.ts'

describePostgres('two servers on one database', (make) => {
  let database: TestDatabase
  let [one, other] = [] as unknown as [TestUpstream, TestUpstream]
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    database = await make('migrated')
    one = await makeUpstream({ databaseUrl: database.url, env: toListenEnv(database), jobTickMs: HOUR_MS })
    other = await makeUpstream({ databaseUrl: database.url, env: toListenEnv(database), jobTickMs: HOUR_MS })
    await Promise.all([one.listen(), other.listen()])
    jade = await join(one, '玉声')
    pearl = await join(other, '珠圆')
    // Members may write to their followers without limit.
    await one.db.insertInto('follows').values({ follower_id: pearl.id, followed_id: jade.id, created_at: 0 }).execute()
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await database.drop()
  })

  const send = (content: string) => jade.ask('POST /v1/im/chat', { code: 1, toUserId: pearl.id, content })

  it('deliver pushes of both servers to their sockets, once each', async () => {
    const [here, there] = [await openSocket(one, pearl), await openSocket(other, pearl)]
    const { message } = (await send('在吗')).extra
    await jade.ask('POST /v1/im/withdraw', { id: message.id, code: 1, index: 3 })
    await jade.ask(`POST /v1/followed/insertFollowed?userId=${pearl.id}`)
    for (const socket of [here, there]) {
      expect(await socket.next()).toMatchObject({ id: message.id, code: 1 })
      expect(await socket.next()).toMatchObject({ id: message.id, isWithdraw: 1, index: 3 })
      expect(await socket.next()).toMatchObject({ code: 5, noticeType: 2, fromUserNickname: '玉声' })
    }
    await send('还在吗')
    await Promise.all([here.next(), there.next()])
    expect([here.frames.length, there.frames.length]).toEqual([4, 4])
    await Promise.all([here.close(), there.close()])
  })

  it('store a message with an idempotency key once', async () => {
    const ask = ({ app }: TestUpstream) =>
      app.inject({
        method: 'POST',
        url: '/v1/im/chat',
        payload: { code: 1, toUserId: pearl.id, content: '一次' },
        headers: { authorization: jade.token, 'idempotency-key': 'ref-1' },
      })
    const answers = await Promise.all([one, other, one, other, one, other].map(ask))
    expect(new Set(answers.map((answer) => answer.json().extra.message.id)).size).toBe(1)
  })

  it('do not deadlock when two users write to each other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        nth % 2 ? send(`${nth}`) : pearl.ask('POST /v1/im/chat', { code: 1, toUserId: jade.id, content: `${nth}` }),
      ),
    )
    expect(answers.every(({ code }) => code === 200)).toBe(true)
  })

  it('close the sockets of a session that ended on the other server', async () => {
    const guest = await join(one, '琥珀')
    const socket = await openSocket(other, guest)
    const begun = performance.now()
    await guest.ask('GET /logout')
    expect(await socket.closed).toBe(4401)
    expect(performance.now() - begun).toBeLessThan(SECOND_MS)
  })

  it('make their clients fetch after a lost database connection, and then receive pushes again', async () => {
    const before = await openSocket(other, pearl)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${APPLICATION_NAME} and datname = current_database()`.execute(
      one.db,
    )
    expect(await before.closed).toBe(1012)
    const after = await openSocket(other, pearl)
    await send('听得到吗')
    expect(await after.next()).toMatchObject({ content: '听得到吗' })
    expect(other.logs.join('')).toContain('pushes between processes are interrupted')
    await after.close()
  })

  it('push nothing from a rolled-back transaction, and ignore invalid payloads', async () => {
    const socket = await openSocket(other, pearl)
    for (const payload of ['{', 'null', '{"kind":"message"}', JSON.stringify({ kind: 'x', id: 'a', to: [pearl.id] })]) {
      await sql`select pg_notify('portal_push', ${payload})`.execute(one.db)
    }
    const undone = one.db.transaction().execute(async (trx) => {
      await sql`select pg_notify('portal_push', ${JSON.stringify({ kind: 'message', id: 'a', to: [pearl.id] })})`.execute(
        trx,
      )
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await send('只有这条')
    expect(await socket.next()).toMatchObject({ content: '只有这条' })
    expect(socket.frames).toHaveLength(1)
    await socket.close()
  })

  it('close their sockets with the restart code on shutdown', async () => {
    const third = await makeUpstream({ databaseUrl: database.url, env: toListenEnv(database), jobTickMs: HOUR_MS })
    await third.listen()
    const socket = await openSocket(third, pearl)
    await third.close()
    expect(await socket.closed).toBe(1012)
  })
})
