import { MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import { ask } from '#testing/asking.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('the sessions of a member of staff', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let [editor, other]: Member[] = []
  let nth = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += 60 * MINUTE_MS
    editor = await join(upstream, `editor${nth}`, 'editor')
    other = await join(upstream, `other${nth}`, 'editor')
  })

  const getEditor = () => editor as Member
  const logIn = ({ id }: Member, device: string) =>
    createSessionRepository({ db: upstream.db, now: () => clockMs }).create(id, device)
  const listSessions = async () =>
    (await getEditor().ask('GET /v1/manage/sessions')).data as { id: string; device: string }[]
  const isOpen = async (token: string) => (await ask(upstream, 'GET /v1/user/sessions', { token })).code === 200

  it('are listed with device, network and last use, this one marked, and never those of others', async () => {
    const { options } = (await getEditor().ask('POST /v1/manage/factor/passkey/options')).data
    const response = createAuthenticator().register(options)
    await getEditor().ask('POST /v1/manage/factor/passkey', { response, label: '前台电脑' })
    clockMs += MINUTE_MS
    await logIn(getEditor(), 'iPhone')
    await logIn(other as Member, '别人的设备')
    expect((await getEditor().ask('GET /v1/manage/sessions')).data).toEqual([
      expect.objectContaining({ device: 'iPhone', network: null, isProven: false, isCurrent: false }),
      expect.objectContaining({ network: expect.stringMatching(/\/(?:24|48)$/), isProven: true, isCurrent: true }),
    ])
  })

  it('end one at a time, or all but this one, and are recorded', async () => {
    const tokens = [
      await logIn(getEditor(), 'iPhone'),
      await logIn(getEditor(), 'iPad'),
      await logIn(getEditor(), 'Mac'),
    ]
    const phone = (await listSessions()).find(({ device }) => device === 'iPhone')
    expect(await getEditor().ask(`DELETE /v1/manage/sessions?id=${phone?.id}`)).toMatchObject({ data: { ended: 1 } })
    expect(await Promise.all(tokens.map(isOpen))).toEqual([false, true, true])
    expect(await getEditor().ask(`DELETE /v1/manage/sessions?id=${phone?.id}`)).toMatchObject({
      message: '这次登录已经结束',
    })
    expect(await getEditor().ask('DELETE /v1/manage/sessions')).toMatchObject({ data: { ended: 2 } })
    expect(await listSessions()).toHaveLength(1)
    const entries = await upstream.db
      .selectFrom('audit_log')
      .select(['target_name', 'outcome'])
      .where('actor_id', '=', getEditor().id)
      .where('action', '=', 'factor.logout')
      .orderBy('id')
      .execute()
    expect(entries.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done'])
    expect(entries[0]?.target_name).toBe('iPhone')
  })

  it('do not end sessions of others, nor the one of the request', async () => {
    const token = await logIn(other as Member, 'iPhone')
    const rows = await upstream.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', (other as Member).id)
      .execute()
    for (const { id } of rows) expect((await getEditor().ask(`DELETE /v1/manage/sessions?id=${id}`)).code).toBe(500)
    await getEditor().ask('DELETE /v1/manage/sessions')
    expect(await isOpen(token)).toBe(true)
    const [current] = await listSessions()
    expect((await getEditor().ask(`DELETE /v1/manage/sessions?id=${current?.id}`)).code).toBe(400)
    expect(await listSessions()).toHaveLength(1)
  })

  it('rename passkeys of their own account only', async () => {
    const enrol = async (member: Member) => {
      const { options } = (await member.ask('POST /v1/manage/factor/passkey/options')).data
      const device = createAuthenticator()
      await member.ask('POST /v1/manage/factor/passkey', { response: device.register(options), label: '电脑' })
      return device.id
    }
    const rename = (id: string, label: string) => getEditor().ask('PUT /v1/manage/factor/passkey/label', { id, label })
    const [mine, foreign] = [await enrol(getEditor()), await enrol(other as Member)]
    expect(await rename(mine, ' 前台\n电脑 ')).toMatchObject({ code: 200 })
    expect((await getEditor().ask('GET /v1/manage/me')).data.methods).toMatchObject([{ id: mine, label: '前台 电脑' }])
    expect((await rename(mine, '  ')).code).toBe(400)
    expect(await rename(foreign, '我的')).toMatchObject({ message: '这个通行密钥没有在本站登记' })
  })
})
