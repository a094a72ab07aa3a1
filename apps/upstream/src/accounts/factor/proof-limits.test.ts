import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLimitSweep } from '#accounts/audit/audit-refusals.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const HOME = '203.0.113.5'
const ELSEWHERE = '198.51.100.9'

describeDatabases('two instances on one database', (make) => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'proof-limits-'))
  let [first, second]: TestUpstream[] = []
  let drop = async () => {}
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let owner: Member
  let nth = 0

  beforeAll(async () => {
    const server = await make('migrated')
    drop = server.drop
    const databaseUrl = server.url.startsWith('sqlite') ? `sqlite:${joinPath(folder, 'portal.db')}` : server.url
    // Two connections of one thread to SQLite block each other, so no instance runs background jobs here.
    const options = { databaseUrl, content: 'none', now: () => clockMs, jobTickMs: 24 * HOUR_MS } as const
    first = await makeUpstream(options)
    second = await makeUpstream(options)
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
    await drop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    nth += 1
    clockMs += 24 * HOUR_MS
    owner = await join(getFirst(), `负责人${nth}`, 'owner')
    await getFirst().db.updateTable('sessions').set({ factor_at: clockMs }).where('user_id', '=', owner.id).execute()
  })

  const getFirst = () => first as TestUpstream
  const getInstances = () => [first, second] as [TestUpstream, TestUpstream]
  const unprove = () =>
    getFirst().db.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', owner.id).execute()
  const generateCode = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clockMs })
  const call = (instance: TestUpstream, path: string, body: Record<string, unknown>, from: string) =>
    ask(instance, path, { token: owner.token, body, from })
  const prove = (instance: TestUpstream, body: Record<string, unknown>, from: string) =>
    call(instance, 'POST /v1/manage/factor/proof', body, from)

  /** Sets up an authenticator app from a network. */
  async function enrol(from: string) {
    await unprove()
    const { secret } = (await call(getFirst(), 'POST /v1/manage/factor/totp/secret', {}, from)).data
    const { data } = await call(getFirst(), 'POST /v1/manage/factor/totp', { code: generateCode(secret) }, from)
    clockMs += MINUTE_MS
    await unprove()
    return { secret: secret as string, recoveryCodes: data.recoveryCodes as string[] }
  }

  it('count wrong codes of an account together', async () => {
    await enrol(HOME)
    const answers = []
    for (let tries = 0; tries < 8; tries += 1) {
      answers.push(await prove(getInstances()[tries % 2] ?? getFirst(), { totp: '000000' }, ELSEWHERE))
    }
    expect(answers.map(({ message }) => message.includes('没有通过'))).toEqual([
      ...Array(5).fill(true),
      ...Array(3).fill(false),
    ])
  })

  it('let the holder in from a known network, or by a recovery code, while others use up the codes', async () => {
    const { secret, recoveryCodes } = await enrol(HOME)
    for (let tries = 0; tries < 7; tries += 1) await prove(getFirst(), { totp: '000000' }, ELSEWHERE)
    expect((await prove(getFirst(), { totp: generateCode(secret) }, ELSEWHERE)).message).toContain('分钟后再试')
    const notices = getFirst().db.selectFrom('notices').select('content').where('user_id', '=', owner.id)
    const warnings = (await notices.execute()).filter(({ content }) => content?.includes('有人知道您的密码'))
    expect(warnings).toHaveLength(1)
    expect(await prove(getInstances()[1], { totp: generateCode(secret) }, HOME)).toMatchObject({ code: 200 })
    await unprove()
    expect(await prove(getInstances()[1], { recoveryCode: recoveryCodes[0] }, ELSEWHERE)).toMatchObject({ code: 200 })
    // The proof has made this network a known one, too.
    clockMs += MINUTE_MS
    await unprove()
    expect(await prove(getFirst(), { totp: generateCode(secret) }, ELSEWHERE)).toMatchObject({ code: 200 })
  })

  it('limit wrong codes in a known network too, and forget them after a right one', async () => {
    const { secret } = await enrol(HOME)
    for (let tries = 0; tries < 4; tries += 1) await prove(getFirst(), { totp: '000000' }, HOME)
    expect(await prove(getInstances()[1], { totp: generateCode(secret) }, HOME)).toMatchObject({ code: 200 })
    clockMs += MINUTE_MS
    await unprove()
    for (let tries = 0; tries < 5; tries += 1)
      await prove(getInstances()[tries % 2] ?? getFirst(), { totp: '000000' }, HOME)
    expect((await prove(getFirst(), { totp: generateCode(secret) }, HOME)).message).toContain('分钟后再试')
  })

  const readFreshUntil = async () => (await owner.ask('GET /v1/manage/me')).data.freshUntil
  const exportAudit = () => owner.ask('GET /v1/manage/audit/export')
  /** A call that needs a fresh proof, and that its handler refuses. */
  const makeRefusedCall = () => owner.ask('DELETE /v1/manage/factor?id=none')

  it('renew a proof by a call that succeeded, not by one that was refused', async () => {
    const endMs = await readFreshUntil()
    clockMs += 10 * MINUTE_MS
    expect(await makeRefusedCall()).toMatchObject({ code: 500 })
    expect(await readFreshUntil()).toBe(endMs)
    expect((await getFirst().app.inject(exportRequest())).statusCode).toBe(200)
    expect(await readFreshUntil()).toBe(clockMs + 15 * MINUTE_MS)
  })

  it('end a proof eight hours after it was made, however often it was renewed', async () => {
    const provedMs = clockMs
    while (clockMs - provedMs < 8 * HOUR_MS) {
      expect((await getFirst().app.inject(exportRequest())).statusCode).toBe(200)
      clockMs += 14 * MINUTE_MS
    }
    expect(await readFreshUntil()).toBeNull()
    expect(await exportAudit()).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
    const site = await call(
      getFirst(),
      'PUT /v1/manage/site',
      { version: 0, settings: { filing: { recordNum: '' } } },
      HOME,
    )
    expect(site).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
  })

  const exportRequest = () => ({ url: '/v1/manage/audit/export', headers: { authorization: owner.token } })
  const listEntries = async () =>
    await getFirst()
      .db.selectFrom('audit_log')
      .select(['action', 'reason'])
      .where('actor_id', '=', owner.id)
      .where('outcome', '=', 'refused')
      .orderBy('id')
      .execute()

  it('record thirty refusals of an account in ten minutes, and then their number', async () => {
    for (let times = 0; times < 50; times += 1) {
      const instance = getInstances()[times % 2] ?? getFirst()
      await ask(instance, 'DELETE /v1/manage/sessions?id=none', { token: owner.token })
    }
    expect(await listEntries()).toHaveLength(30)
    clockMs += 10 * MINUTE_MS
    await ask(getInstances()[1], 'DELETE /v1/manage/sessions?id=none', { token: owner.token })
    const [omitted, next] = (await listEntries()).slice(30)
    expect(omitted).toEqual({
      action: 'audit.omitted',
      reason: '10 分钟内被拒绝 50 次，其中 20 次没有逐条记录',
    })
    expect(next).toMatchObject({ action: 'factor.logout' })
  })

  it('record that number once, though nothing is refused any more', async () => {
    for (let times = 0; times < 31; times += 1) {
      await ask(getFirst(), 'DELETE /v1/manage/sessions?id=none', { token: owner.token })
    }
    clockMs += 10 * MINUTE_MS
    for (const { db, digest } of getInstances()) await createLimitSweep({ db, digest, now: () => clockMs }).sweep()
    const omitted = (await listEntries()).filter(({ action }) => action === 'audit.omitted')
    expect(omitted).toEqual([{ action: 'audit.omitted', reason: '10 分钟内被拒绝 31 次，其中 1 次没有逐条记录' }])
  })
})
