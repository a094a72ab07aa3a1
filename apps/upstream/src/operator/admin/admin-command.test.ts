import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPasswords } from '#accounts/login/passwords.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, TEST_PASSWORD_COST, type TestUpstream } from '#testing/make-upstream.ts'
import { createAdminAccounts } from './admin-accounts.ts'
import { runAdmin } from './admin-command.ts'

describeDatabases('npm run admin', (make) => {
  let upstream: TestUpstream

  beforeEach(async () => {
    upstream = await makeUpstreamOn(make)
  })
  afterEach(() => upstream.close())

  async function runAdminWith(...args: string[]) {
    const accounts = createAdminAccounts({ db: upstream.db, digest: upstream.digest, now: Date.now })
    const { exitCode, lines } = await runAdmin(args, { accounts, passwords: createPasswords(TEST_PASSWORD_COST) })
    return { exitCode, text: lines.join('\n') }
  }
  const parsePassword = (text: string) => /Password: ((?:[a-z2-9]{5}-){3}[a-z2-9]{5})/.exec(text)?.[1] ?? ''
  const login = (email: string, password: string) =>
    ask(upstream, 'POST /oauth/emailLogin', { from: '198.51.100.1', body: { email, password } })

  it('makes the author of the demo content the first owner, and sets a password', async () => {
    const { exitCode, text } = await runAdminWith('create', 'Owner@example.test')
    expect(exitCode).toBe(0)
    const { data } = await login('owner@example.test', parsePassword(text))
    expect(data).toMatchObject({ id: '1', role: 'owner', nickname: '石衡检测' })
    expect(JSON.stringify(await upstream.db.selectFrom('users').selectAll().execute())).not.toContain(
      parsePassword(text),
    )
  })

  it('creates the first owner on an empty site', async () => {
    await upstream.db.deleteFrom('articles').execute()
    await upstream.db.deleteFrom('staff_names').execute()
    await upstream.db.deleteFrom('users').execute()
    const { text } = await runAdminWith('create', 'owner@example.test')
    expect((await login('owner@example.test', parsePassword(text))).data).toMatchObject({ id: '1', role: 'owner' })
  })

  it('changes no existing account or owner without --force', async () => {
    const { text } = await runAdminWith('create', 'owner@example.test')
    const reader = await upstream.signUp('reader@example.test', 'first')
    expect(await runAdminWith('create', 'owner@example.test')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('owner@example.test has an account already (owner). Nothing was changed.'),
    })
    expect(await runAdminWith('create', 'reader@example.test')).toMatchObject({ exitCode: 1 })
    expect(await runAdminWith('create', 'second@example.test')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('There is an owner already: owner@example.test.'),
    })
    expect(await login('owner@example.test', parsePassword(text))).toMatchObject({ code: 200 })
    expect((await ask(upstream, 'GET /v1/user/info', { token: reader.token })).data.role).toBe('user')
  })

  it('gives an existing account a new password and the owner role with --force, and ends its sessions', async () => {
    const { token } = await upstream.signUp('reader@example.test', 'first')
    const { exitCode, text } = await runAdminWith('create', 'reader@example.test', '--force')
    expect(exitCode).toBe(0)
    expect(await ask(upstream, 'GET /v1/user/sessions', { token })).toMatchObject({ code: 401 })
    expect(await login('reader@example.test', 'first')).toMatchObject({ code: 500 })
    expect((await login('reader@example.test', parsePassword(text))).data).toMatchObject({ role: 'owner' })
  })

  it('adds a further owner with --force', async () => {
    await runAdminWith('create', 'owner@example.test')
    const { text } = await runAdminWith('create', 'second@example.test', '--force')
    const { data } = await login('second@example.test', parsePassword(text))
    expect(data).toMatchObject({ role: 'owner', id: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })

  it('grants and revokes the editor role, with immediate effect on open sessions', async () => {
    const { token } = await upstream.signUp('reader@example.test')
    const readRole = async () => (await ask(upstream, 'GET /v1/user/info', { token })).data.role
    expect(await runAdminWith('role', 'reader@example.test', 'editor')).toEqual({
      exitCode: 0,
      text: 'reader@example.test is editor now (before: user).',
    })
    expect(await readRole()).toBe('editor')
    await runAdminWith('role', 'reader@example.test', 'user')
    expect(await readRole()).toBe('user')
    expect(await runAdminWith('role', 'nobody@example.test', 'editor')).toMatchObject({ exitCode: 1 })
    await runAdminWith('create', 'owner@example.test')
    expect(await runAdminWith('role', 'owner@example.test', 'user')).toMatchObject({ exitCode: 1 })
  })

  it('removes a second factor at once, and ends all logins', async () => {
    const { id, token } = await upstream.signUp('reader@example.test')
    const { db } = upstream
    await db
      .insertInto('totp_secrets')
      .values({ user_id: id, sealed: 's', confirmed_at: 1, last_step: 0, created_at: 1 })
      .execute()
    const { exitCode, text } = await runAdminWith('reset-factor', 'reader@example.test')
    expect({ exitCode, text }).toEqual({ exitCode: 0, text: expect.stringContaining('The second factor is removed') })
    expect(await db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
    expect(await ask(upstream, 'GET /v1/user/sessions', { token })).toMatchObject({ code: 401 })
    expect(await runAdminWith('reset-factor', 'nobody@example.test')).toMatchObject({ exitCode: 1 })
  })

  it('leaves an entry in the audit log for every change', async () => {
    await upstream.signUp('reader@example.test')
    await runAdminWith('create', 'owner@example.test')
    await runAdminWith('role', 'reader@example.test', 'editor')
    await runAdminWith('reset-factor', 'reader@example.test')
    await runAdminWith('create', 'reader@example.test', '--force')
    await runAdminWith('list')
    const entries = await upstream.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(entries.map(({ action, actor_id, actor_name }) => [action, actor_id, actor_name])).toEqual(
      ['user.create', 'user.duties', 'user.factorResetDone', 'user.resetOwner'].map((name) => [name, null, '运维命令']),
    )
    expect(JSON.parse(entries[1]?.changes ?? '')).toEqual([{ member: 'duties', before: '', after: 'edit,support' }])
  })

  it('lists owners and editors', async () => {
    await upstream.signUp('reader@example.test')
    await upstream.signUp('editor@example.test')
    await runAdminWith('create', 'owner@example.test')
    await runAdminWith('role', 'editor@example.test', 'editor')
    const { exitCode, text } = await runAdminWith('list')
    expect(exitCode).toBe(0)
    expect(text).toMatch(/^owner {3}owner@example\.test .*\neditor {2}editor@example\.test .*\n3 accounts, 2 of them/)
    expect(text).not.toContain('reader@example.test')
  })

  it.each([
    [],
    ['destroy'],
    ['create'],
    ['create', 'nobody'],
    ['create', 'a@example.test', 'b@example.test'],
    ['create', 'a@example.test', '--now'],
    ['role', 'a@example.test'],
    ['role', 'a@example.test', 'owner'],
    ['list', 'all'],
  ])('prints its usage for wrong arguments: %s %s %s', async (...args) => {
    const { exitCode, text } = await runAdminWith(...args.filter((one) => one !== undefined))
    expect(exitCode).toBe(2)
    expect(text).toContain('npm run admin -- create EMAIL')
    expect(await upstream.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })
})
