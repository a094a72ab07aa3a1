import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAdminAccounts } from '#operator/admin/admin-accounts.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

const OWNER = { nickname: '顾怀瑾', email: 'gu@example.test', password: 'jade wheel copper lantern' }
const WRONG = 'A'.repeat(43)

describeDatabases('the first set-up', (make) => {
  let upstream: TestUpstream
  let clockMs: number
  let nth = 0

  async function start(content: 'none' | 'fixture' = 'none', env: Record<string, string> = {}) {
    clockMs = Date.parse('2026-11-20T02:00:00Z')
    upstream = await makeUpstreamOn(make, {
      content,
      now: () => clockMs,
      env: { DEMO_CONTENT: 'off', ...env },
    })
    await upstream.listen()
  }
  beforeEach(() => start())
  afterEach(() => upstream.close())

  const listAddresses = () =>
    upstream.logs.flatMap((line) => /\bhttps?:\/\/\S+\/manage\/setup#code=([\w-]{43})(?=")/.exec(line) ?? [])
  /** Finds the code of the newest address in the log. */
  const findLoggedCode = () => listAddresses().at(-1) ?? ''
  const send = (path: '' | '/check', body: Record<string, unknown>) => {
    nth += 1
    return ask(upstream, `POST /v1/manage/setup${path}`, { body, from: `10.9.${nth >> 8}.${nth & 255}` })
  }
  const check = (code: string) => send('/check', { code })
  const queryOwners = () => upstream.db.selectFrom('duties').selectAll().where('duty', '=', 'owner').execute()

  it('logs a one-time address, whose code is stored as a digest only', async () => {
    expect(listAddresses()).toEqual([`http://localhost:8080/manage/setup#code=${findLoggedCode()}`, findLoggedCode()])
    expect(JSON.stringify(await upstream.db.selectFrom('setup_codes').selectAll().execute())).not.toContain(
      findLoggedCode(),
    )
    expect(await check(findLoggedCode())).toMatchObject({
      code: 200,
      data: { state: 'open', time: '2026-11-21 10:00:00' },
    })
  })

  it('names the public origin, or the port of the site', async () => {
    await upstream.close()
    await start('none', { PUBLIC_ORIGIN: 'https://www.example.cn', PORT: '9000' })
    expect(listAddresses()[0]).toMatch(/^https:\/\/www\.example\.cn\/manage\/setup#/)
    await upstream.close()
    await start('none', { PORT: '9000' })
    expect(listAddresses()[0]).toMatch(/^http:\/\/localhost:9000\/manage\/setup#/)
  })

  it('makes the owner, logs in, and records it; the second factor is still required', async () => {
    const creation = await send('', { code: findLoggedCode(), ...OWNER })
    expect(creation).toMatchObject({ code: 200, data: { id: '1', nickname: '顾怀瑾', role: 'owner' } })
    const { token } = creation.data
    expect((await ask(upstream, 'GET /v1/manage/me', { token })).data).toMatchObject({ duties: ['owner'] })
    expect(await ask(upstream, 'GET /v1/manage/audit', { token })).toMatchObject({ extra: { factor: 'enrol' } })
    const [entry] = await upstream.db.selectFrom('audit_log').selectAll().execute()
    expect(entry).toMatchObject({ action: 'setup.owner', actor_id: '1', actor_name: '顾怀瑾', outcome: 'done' })
    const people = upstream.db.selectFrom('users').select('last_login_at').where('id', '=', '1')
    expect((await people.executeTakeFirstOrThrow()).last_login_at).not.toBeNull()
    const { email, password } = OWNER
    expect(await ask(upstream, 'POST /oauth/emailLogin', { body: { email, password } })).toMatchObject({ code: 200 })
  })

  it('stores the policy that holds back first comments as version 1 of the settings', async () => {
    await send('', { code: findLoggedCode(), ...OWNER })
    const readPolicy = () => upstream.db.selectFrom('site_settings').selectAll().execute()
    expect(await readPolicy()).toEqual([{ name: 'commentPolicy', value: '"first"' }])
    const versions = await upstream.db.selectFrom('site_versions').select(['version', 'actor_id']).execute()
    expect(versions).toEqual([{ version: 1, actor_id: null }])
  })

  it('happens once: a used code shows when and by whom, and makes no second owner', async () => {
    const code = findLoggedCode()
    await send('', { code, ...OWNER })
    const usedState = { state: 'used', time: '2026-11-20 10:00:00', ownerName: '顾怀瑾' }
    expect((await check(code)).data).toEqual(usedState)
    expect(await check(WRONG)).toMatchObject({ code: 409 })
    for (const other of [code, WRONG]) {
      expect(await send('', { code: other, ...OWNER, email: 'two@example.test' })).toMatchObject({ code: 409 })
    }
    expect(await queryOwners()).toHaveLength(1)
  })

  it('makes one owner from two concurrent submissions', async () => {
    const code = findLoggedCode()
    const two = ['one@example.test', 'two@example.test'].map((email) => send('', { code, ...OWNER, email }))
    expect((await Promise.all(two)).map((answer) => answer.code).sort()).toEqual([200, 409])
    expect(await queryOwners()).toHaveLength(1)
  })

  it('keeps the code after a refused form', async () => {
    const code = findLoggedCode()
    for (const fault of [{ email: 'nobody' }, { password: '12345678' }, { password: OWNER.email }, { nickname: ' ' }]) {
      expect((await send('', { code, ...OWNER, ...fault })).code).not.toBe(200)
    }
    await upstream.signUp('member@example.test')
    expect((await send('', { code, ...OWNER, email: 'member@example.test' })).message).toContain('已经注册')
    expect(await send('', { code, ...OWNER })).toMatchObject({ code: 200 })
  })

  it('keeps the code after a hundred wrong ones, warns the operator once, and shows no new secret', async () => {
    const code = findLoggedCode()
    for (let tries = 0; tries < 100; tries += 1) expect((await check(WRONG)).code).not.toBe(200)
    expect(listAddresses().filter((_address, index) => index % 2 === 1)).toEqual([code])
    const alarms = upstream.logs.filter((line) => line.includes('the logged address stays valid'))
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).not.toContain(WRONG)
    clockMs += 10 * MINUTE_MS
    await check(WRONG)
    expect(upstream.logs.filter((line) => line.includes('the logged address stays valid'))).toHaveLength(2)
    expect(await check(code)).toMatchObject({ data: { state: 'open' } })
    expect(await send('', { code, ...OWNER })).toMatchObject({ code: 200 })
    const [entry] = await upstream.db.selectFrom('audit_log').selectAll().execute()
    expect(entry).toMatchObject({ action: 'setup.owner', reason: '此前用错链接 101 次' })
  })

  it('refuses a client with 429 after five wrong codes, but not with the right one', async () => {
    const from = '192.0.2.1'
    const checkFrom = (code: string) => ask(upstream, 'POST /v1/manage/setup/check', { body: { code }, from })
    for (let tries = 0; tries < 5; tries += 1) expect(await checkFrom(WRONG)).toMatchObject({ code: 500 })
    const refusal = await checkFrom(WRONG)
    expect(refusal).toMatchObject({ code: 429 })
    expect(refusal.message).toContain('仍然有效')
    expect(await checkFrom(findLoggedCode())).toMatchObject({ code: 200 })
    expect(await check(WRONG)).toMatchObject({ code: 500 })
  })

  it('logs another code for one that is older than a day', async () => {
    const first = findLoggedCode()
    clockMs += 24 * HOUR_MS
    expect(await send('', { code: first, ...OWNER })).toMatchObject({ code: 500 })
    expect(await check(findLoggedCode())).toMatchObject({ code: 200 })
  })

  it('is offered where only the demo author is an owner, whose account it replaces', async () => {
    await upstream.close()
    await start('fixture')
    expect(await send('', { code: findLoggedCode(), ...OWNER })).toMatchObject({
      data: { id: '1', nickname: '顾怀瑾' },
    })
  })

  it('is not offered with the demo content, or once the command has made an owner', async () => {
    await upstream.close()
    await start('fixture', { DEMO_CONTENT: 'on' })
    expect(listAddresses()).toEqual([])
    await upstream.close()
    await start()
    await createAdminAccounts({ db: upstream.db, digest: upstream.digest, now: () => clockMs }).createOwner(
      'owner@example.test',
      'hash',
    )
    expect(await check(findLoggedCode())).toMatchObject({ code: 409 })
  })

  it('lists to the owner what the site lacks', async () => {
    const { token } = (await send('', { code: findLoggedCode(), ...OWNER })).data
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    const readMissing = async () => (await ask(upstream, 'GET /v1/manage/missing', { token })).data
    const names = ['name', 'phone', 'visitAddress', 'openingHours', 'recordNum', 'policeRecordNum', 'creditCode']
    expect(await readMissing()).toEqual(expect.arrayContaining(names.map((name) => ({ kind: 'setting', name }))))
    expect(await readMissing()).toContainEqual({ kind: 'page', name: 'contact-us' })
    const given = { phone: '"0871-65123456"', recordNum: '""' }
    const rows = Object.entries(given).map(([name, value]) => ({ name, value }))
    await upstream.db.insertInto('site_settings').values(rows).execute()
    const missingNames = (await readMissing()).map(({ name }: { name: string }) => name)
    expect(missingNames).not.toContain('phone')
    expect(missingNames).toContain('recordNum')
  })

  it('misses no page that the laboratory does not want, until it is wanted again', async () => {
    const { token } = (await send('', { code: findLoggedCode(), ...OWNER })).data
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    const readPages = async () =>
      (await ask(upstream, 'GET /v1/manage/missing', { token })).data
        .filter(({ kind }: { kind: string }) => kind === 'page')
        .map(({ name }: { name: string }) => name)
    const setUnwanted = async (version: number, unwantedPages: string[]) =>
      await ask(upstream, 'PUT /v1/manage/site', { token, body: { version, settings: { pages: { unwantedPages } } } })
    const all = await readPages()
    expect(await setUnwanted(1, ['experts', 'join-us'])).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await readPages()).toEqual(all.filter((name: string) => name !== 'experts' && name !== 'join-us'))
    expect(await setUnwanted(2, ['privacy'])).toMatchObject({ code: 400 })
    expect(await setUnwanted(2, [])).toMatchObject({ code: 200, data: { version: 3 } })
    expect(await readPages()).toEqual(all)
  })
})
