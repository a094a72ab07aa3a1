import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createFactorResets } from './factor-resets.ts'

describeDatabases('the reset of another’s second factor', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let owner: Member
  let editor: Member
  let nth = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += MINUTE_MS
    owner = await join(upstream, `负责人${nth}`, 'owner')
    editor = await join(upstream, `编辑${nth}`, 'editor')
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    const key = { public_key: 'k', counter: 0, transports: '[]', is_synced: 0, label: '手机', created_at: clockMs }
    await upstream.db
      .insertInto('passkeys')
      .values({ ...key, user_id: editor.id, id: `key${nth}` })
      .execute()
    await upstream.db.insertInto('recovery_codes').values({ user_id: editor.id, code_hash: 'h' }).execute()
  })

  const sweep = () =>
    createFactorResets({
      db: upstream.db,
      digest: upstream.digest,
      now: () => clockMs,
      onReset: async () => {},
    }).sweep()
  const reset = (method = 'POST') => owner.ask(`${method} /v1/manage/users/${editor.id}/factorReset`)
  const readMailedCode = async () => /#code=([\w-]{43})/.exec((await upstream.mailbox())[0]?.text ?? '')?.[1] ?? ''
  const refuse = (code: string) =>
    ask(upstream, 'POST /v1/factorReset/refuse', { body: { code }, from: `203.0.113.${nth}` })
  const readMethods = async () =>
    (await upstream.db.selectFrom('passkeys').select('id').where('user_id', '=', editor.id).execute()).length
  const findPending = async () => {
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).where('user_id', '=', owner.id).execute()
    return (await owner.ask(`GET /v1/manage/users/${editor.id}`)).data.factorReset
  }

  it('takes 24 hours, removes every method and code, and ends all sessions', async () => {
    expect(await reset()).toMatchObject({ code: 200 })
    expect(await reset()).toMatchObject({ message: '重设已经申请，等待中' })
    expect(await findPending()).toMatchObject({ byName: `负责人${nth}`, isMailed: true })
    clockMs += 24 * HOUR_MS - 1
    await sweep()
    expect(await readMethods()).toBe(1)
    clockMs += 1
    await sweep()
    expect(await readMethods()).toBe(0)
    expect(
      await upstream.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', editor.id).execute(),
    ).toEqual([])
    expect(await editor.ask('GET /v1/user/sessions')).toMatchObject({ code: 401 })
    expect(await findPending()).toBeNull()
    const { events } = (await owner.ask(`GET /v1/manage/users/${editor.id}`)).data
    expect(events[0]).toMatchObject({ action: 'user.factorResetDone', actorName: '本站' })
  })

  it('is refused by its holder with the code of the mail', async () => {
    await reset()
    const code = await readMailedCode()
    expect(await refuse('A'.repeat(43))).toMatchObject({ code: 500 })
    expect(await refuse(code)).toMatchObject({ code: 200 })
    expect(await refuse(code)).toMatchObject({ code: 500, message: '没有等待中的重设，可能已撤回或已执行' })
    clockMs += 48 * HOUR_MS
    await sweep()
    expect(await readMethods()).toBe(1)
  })

  it('is stopped by an owner', async () => {
    await reset()
    expect(await reset('DELETE')).toMatchObject({ code: 200 })
    expect(await findPending()).toBeNull()
    expect(await reset('DELETE')).toMatchObject({ code: 500 })
  })

  it('does nothing when its holder could not be notified', async () => {
    await reset()
    await upstream.db.updateTable('factor_resets').set({ mailed_at: null }).execute()
    clockMs += 25 * HOUR_MS
    await sweep()
    expect(await readMethods()).toBe(1)
    await upstream.db.deleteFrom('factor_resets').execute()
  })

  it('needs a second factor to remove', async () => {
    await upstream.db.deleteFrom('passkeys').where('user_id', '=', editor.id).execute()
    expect(await reset()).toMatchObject({ message: '这个账号没有设置两步验证' })
  })
})
