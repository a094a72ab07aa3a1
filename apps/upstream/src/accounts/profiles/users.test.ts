import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { giveRole, join } from '#testing/members.ts'

const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/122.0 Safari/537.36 Edg/122.0'
const UNKNOWN_ID = 'f'.repeat(32)

describeDatabases('users', (make) => {
  let upstream: TestUpstream
  let clients = 0
  let email = ''
  let me: { id: string; token: string }

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clients += 1
    email = `user${clients}@example.test`
    me = await upstream.signUp(email, 'first')
  })

  const readInfo = async (query = '', token?: string) => await ask(upstream, `GET /v1/user/info${query}`, { token })
  const change = (body: Record<string, unknown>) => ask(upstream, 'PUT /v1/user/', { token: me.token, body })
  const login = (userAgent = EDGE) =>
    ask(upstream, 'POST /oauth/emailLogin', {
      from: `198.51.100.${clients}`,
      body: { email, password: 'first' },
      headers: { 'user-agent': userAgent },
    })

  it('refuses names of the organisation and of its staff to members and to staff', async () => {
    const editor = await upstream.signUp(`editor-${email}`)
    await upstream.db.updateTable('users').set({ nickname: '林知微' }).where('id', '=', editor.id).execute()
    await giveRole(upstream.db, editor.id, 'editor')
    const refusal = { code: 400, message: '这个名字容易被误认为本站或工作人员，请换一个', data: null }
    for (const nickname of [
      '石衡检测',
      '石 衡・检 测',
      '⽯衡檢測',
      '林知微',
      '林知微老师',
      '官方客服',
      '小王✔',
      'Аdmin',
    ]) {
      expect(await change({ nickname, intro: '看石头的人' })).toMatchObject(refusal)
    }
    expect((await readInfo('', me.token)).data).toMatchObject({ nickname: `user${clients}`, intro: null })
    expect(await change({ nickname: '石小玉' })).toMatchObject({ code: 200 })
    const body = { nickname: '石衡检测·林知微' }
    expect(await ask(upstream, 'PUT /v1/user/', { token: editor.token, body })).toMatchObject(refusal)
  })

  it('hides present and former nicknames and names for signing of staff from others', async () => {
    const staff = await join(upstream, `闻人${clients}`, 'owner')
    const other = await join(upstream, `钟离${clients}`, 'editor')
    expect(await staff.ask('PUT /v1/user/', { nickname: `司空${clients}` })).toMatchObject({ code: 200 })
    await staff.ask(`PUT /v1/manage/users/${staff.id}/signingName`, { name: `令狐${clients}`, version: 1 })
    const staffNames = [`闻人${clients}`, `司 空${clients}`, `令狐${clients}`]
    for (const nickname of staffNames) {
      expect(await change({ nickname }), nickname).toMatchObject({ code: 400 })
      expect(await other.ask('PUT /v1/user/', { nickname }), nickname).toMatchObject({ code: 400 })
    }
    // The account's own former name, then its own present name with the rest of the profile.
    expect(await staff.ask('PUT /v1/user/', { nickname: `闻人${clients}` })).toMatchObject({ code: 200 })
    expect(await staff.ask('PUT /v1/user/', { nickname: `闻人${clients}`, intro: '一' })).toMatchObject({ code: 200 })
    await giveRole(upstream.db, staff.id, 'user')
    expect(await change({ nickname: `令狐${clients}` })).toMatchObject({ code: 400 })
  })

  it.each(['user', 'editor', 'owner'] as const)('records a new nickname of staff, not of members: %s', async (role) => {
    const person = await join(upstream, `端木${role}${clients}`, role)
    const nickname = `公冶${role}${clients}`
    expect(await person.ask('PUT /v1/user/', { nickname })).toMatchObject({ code: 200 })
    const entries = upstream.db.selectFrom('audit_log').select(['actor_id', 'changes'])
    const changes = JSON.stringify([{ member: 'nickname', before: `端木${role}${clients}`, after: nickname }])
    expect(await entries.where('target_id', '=', person.id).where('action', '=', 'user.nickname').execute()).toEqual(
      role === 'user' ? [] : [{ actor_id: person.id, changes }],
    )
  })

  it('changes the nickname of staff only in a session that has proved the second factor', async () => {
    const editor = await join(upstream, `百里${clients}`, 'editor')
    await upstream.db.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', editor.id).execute()
    expect(await editor.ask('PUT /v1/user/', { nickname: `东郭${clients}` })).toMatchObject({
      code: 403,
      message: '工作人员更改昵称，请先打开“管理”完成两步验证',
    })
    expect(await editor.ask('PUT /v1/user/', { intro: '看石头的人' })).toMatchObject({ code: 200 })
    expect((await readInfo(`?userId=${editor.id}`)).data).toMatchObject({ nickname: `百里${clients}` })
  })

  it('lets a member with such a name change the rest of the profile', async () => {
    await upstream.db.updateTable('users').set({ nickname: '石衡检测' }).where('id', '=', me.id).execute()
    expect(await change({ nickname: '石衡检测', intro: '看石头的人' })).toMatchObject({ code: 200 })
    expect(await change({ nickname: '石衡检测站' })).toMatchObject({ code: 400 })
  })

  it('shows others the public profile, and the e-mail address to its owner only', async () => {
    const { token } = await upstream.signUp(`other-${email}`)
    const everybodys = { id: me.id, nickname: `user${clients}`, role: 'user', email: null, lastLoginTime: null }
    for (const asking of [undefined, token]) {
      expect((await readInfo(`?userId=${me.id}`, asking)).data).toMatchObject(everybodys)
    }
    await login()
    const ownMembers = {
      id: me.id,
      email,
      role: 'user',
      registerTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    }
    expect((await readInfo('', me.token)).data).toMatchObject(ownMembers)
    expect((await readInfo(`?userId=${me.id}`, me.token)).data).toMatchObject(ownMembers)
    expect((await readInfo('', me.token)).data.lastLoginTime).toMatch(/^\d{4}-/)
  })

  it('requires a login or a user id', async () => {
    expect(await readInfo()).toMatchObject({ status: 200, code: 401, data: null })
    expect(await readInfo('', 'x'.repeat(128))).toMatchObject({ code: 401 })
  })

  it('returns null for missing, disabled and impossible users', async () => {
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', me.id).execute()
    for (const id of [UNKNOWN_ID, me.id, '%00', "'--", '翡翠']) {
      expect(await readInfo(`?userId=${encodeURIComponent(id)}`)).toMatchObject({ code: 200, data: null })
    }
    expect(await readInfo('?userId=%00')).toMatchObject({ status: 200, data: null })
  })

  it('changes the given fields, keeps omitted and null ones, and clears empty ones', async () => {
    expect(
      await change({
        nickname: '  翡翠\u200b  小记 ',
        intro: '看石头的人',
        webSite: 'https://stone.example.test/a?b=1',
        avatar: `/file/img/${'a'.repeat(32)}.webp`,
        bjCover: 'https://img.example.test/cover.jpg',
        email: ' New@Example.test ',
      }),
    ).toMatchObject({ code: 200, data: '修改信息成功' })
    const changed = {
      nickname: '翡翠 小记',
      intro: '看石头的人',
      webSite: 'https://stone.example.test/a?b=1',
      avatar: `/file/img/${'a'.repeat(32)}.webp`,
      bjCover: 'https://img.example.test/cover.jpg',
      email: 'new@example.test',
    }
    expect((await readInfo('', me.token)).data).toMatchObject(changed)
    expect(await change({ nickname: null, intro: null, avatar: null })).toMatchObject({ code: 200 })
    expect(await change({})).toMatchObject({ code: 200 })
    expect((await readInfo('', me.token)).data).toMatchObject(changed)
    expect(await change({ intro: '', webSite: ' ', avatar: '', bjCover: '', email: '' })).toMatchObject({ code: 200 })
    const cleared = { nickname: '翡翠 小记', intro: null, webSite: null, avatar: '', bjCover: null, email: null }
    expect((await readInfo('', me.token)).data).toMatchObject(cleared)
  })

  it('accepts only the verified address at login, not the one in the profile', async () => {
    await change({ email: 'somebody@example.test' })
    const body = { email: 'somebody@example.test', password: 'first' }
    expect(await ask(upstream, 'POST /oauth/emailLogin', { from: '203.0.113.5', body })).toMatchObject({ code: 500 })
    expect((await login()).data).toMatchObject({ id: me.id, email })
  })

  it.each<[string, Record<string, unknown>, number]>([
    ['an empty nickname', { nickname: ' \u200b ' }, 400],
    ['a too long nickname', { nickname: 'x'.repeat(65) }, 400],
    ['a javascript: address as the site', { webSite: 'javascript:alert(1)' }, 400],
    ['a site with a password', { webSite: 'https://me:secret@example.test' }, 400],
    ['a site without a scheme', { webSite: 'example.test' }, 400],
    ['a site in two lines', { webSite: 'https://a.test/\njavascript:1' }, 400],
    ['a data: address as the avatar', { avatar: 'data:image/png;base64,AAAA' }, 400],
    ['a picture that is no upload', { avatar: '/file/img/../../logout' }, 400],
    ['a picture over http', { bjCover: 'http://img.example.test/a.jpg' }, 400],
    ['a protocol-relative avatar', { avatar: '//evil.test/a.png' }, 400],
    ['no e-mail address', { email: 'nobody' }, 10024],
    ['a list', { nickname: ['a', 'b'] }, 400],
  ])('refuses %s, and changes nothing', async (_title, body, code) => {
    expect(await change({ intro: 'changed', ...body })).toMatchObject({ status: 200, code, data: null })
    expect((await readInfo('', me.token)).data.intro).toBeNull()
  })

  describe('a site with a login token is refused in a profile', () => {
    it.each([
      'https://site.test/?token=T',
      'https:?token=T',
      'HTTP://site.test?a=1&tok%65n=T',
      'https://a.test/#token=T',
    ])('%s', async (webSite) => {
      const message = webSite.startsWith('https:?')
        ? '个人网站请填写以 http:// 或 https:// 开头的完整地址'
        : '个人网站中带有登录凭证（token 参数），请去掉后再填写'
      expect(await change({ intro: 'changed', webSite })).toMatchObject({ code: 400, message, data: null })
      expect((await readInfo('', me.token)).data.intro).toBeNull()
    })
  })

  it('changes only the profile of the caller, and no rights, for any id in the body', async () => {
    const other = await upstream.signUp(`other-${email}`)
    await change({ id: other.id, userId: other.id, nickname: '改名', role: 'owner', status: 0 })
    expect((await readInfo(`?userId=${other.id}`)).data.nickname).not.toBe('改名')
    expect((await readInfo('', me.token)).data).toMatchObject({ nickname: '改名', role: 'user' })
  })

  it('lists the sessions of a member, and ends one or all', async () => {
    await login()
    const { token } = (await login('Mozilla/5.0 (iPhone; CPU iPhone OS 17_4) MicroMessenger/8.0')).data
    const { data } = await ask(upstream, 'GET /v1/user/sessions', { token })
    expect(data).toHaveLength(3)
    expect(data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
    const devices = data.map(({ device }: { device: string | null }) => device)
    expect(devices).toEqual(expect.arrayContaining(['微信 · iPhone', 'Edge · Windows', null]))
    expect(data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toMatchObject({ device: '微信 · iPhone' })
    expect(JSON.stringify(data)).not.toContain(token)

    const stranger = await upstream.signUp(`stranger-${email}`)
    await ask(upstream, `DELETE /v1/user/sessions?id=${data[0].id}`, { token: stranger.token })
    expect((await ask(upstream, 'GET /v1/user/sessions', { token })).data).toHaveLength(3)
    const edge = data.find(({ device }: { device: string | null }) => device === 'Edge · Windows')
    expect(await ask(upstream, `DELETE /v1/user/sessions?id=${edge.id}`, { token })).toMatchObject({ code: 200 })
    expect((await ask(upstream, 'GET /v1/user/sessions', { token })).data).toHaveLength(2)
    expect(await ask(upstream, 'DELETE /v1/user/sessions', { token })).toMatchObject({ code: 200, data: null })
    expect(await ask(upstream, 'GET /v1/user/sessions', { token })).toMatchObject({ code: 401 })
    expect(await ask(upstream, 'GET /v1/user/sessions', { token: me.token })).toMatchObject({ code: 401 })
    expect(await ask(upstream, 'GET /v1/user/sessions', { token: stranger.token })).toMatchObject({ code: 200 })
  })

  it('refuses profile changes and session lists to visitors', async () => {
    for (const call of ['PUT /v1/user/', 'GET /v1/user/sessions', 'DELETE /v1/user/sessions']) {
      const body = call.startsWith('PUT') ? { nickname: 'x' } : undefined
      expect(await ask(upstream, call, { ...(body && { body }) })).toMatchObject({ status: 200, code: 401 })
    }
  })
})
