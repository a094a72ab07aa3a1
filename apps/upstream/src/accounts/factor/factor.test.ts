import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAuthenticator } from '#testing/authenticator.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('the second factor', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let editor: Member
  let nth = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += 60 * MINUTE_MS
    editor = await join(upstream, `editor${nth}`, 'editor')
    await unprove()
  })

  const unprove = () => upstream.db.updateTable('sessions').set({ factor_at: null }).execute()
  const postFactor = (path: string, body: Record<string, unknown> = {}) =>
    editor.ask(`POST /v1/manage/factor${path}`, body)
  const readMe = async () => (await editor.ask('GET /v1/manage/me')).data
  const generateCode = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clockMs })

  async function enrolTotp() {
    const { secret } = (await postFactor('/totp/secret')).data
    const { data } = await postFactor('/totp', { code: generateCode(secret) })
    clockMs += 30 * SECOND_MS
    return { secret, recoveryCodes: data.recoveryCodes as string[] }
  }

  async function enrolPasskey(device = createAuthenticator()) {
    const { options } = (await postFactor('/passkey/options')).data
    const answer = await postFactor('/passkey', { response: device.register(options), label: '前台电脑' })
    return { device, answer }
  }

  it('is required of every account with a duty: without it the account has the rights of a member', async () => {
    expect(await readMe()).toMatchObject({ duties: ['edit', 'support'], isEnrolled: false, isProven: false })
    const refusal = { code: 403, extra: { factor: 'enrol' } }
    expect(await editor.ask('GET /v1/manage/audit')).toMatchObject(refusal)
    expect(await editor.ask('GET /v1/review/articles')).toMatchObject(refusal)
    const article = { title: '谱图', categoryId: 33, contentMd: '谱', isPublish: 1 }
    const { extra } = await editor.ask('POST /v1/article/', article)
    expect(await upstream.db.selectFrom('articles').select('is_publish').where('id', '=', extra.id).execute()).toEqual([
      { is_publish: 2 },
    ])
    await enrolTotp()
    expect(await editor.ask('GET /v1/review/articles')).toMatchObject({ code: 200 })
    await unprove()
    expect(await editor.ask('GET /v1/review/articles')).toMatchObject({ code: 403, extra: { factor: 'prove' } })
  })

  it('accepts a passkey, which proves this session, and later ones with the same device', async () => {
    const { device, answer } = await enrolPasskey()
    expect(answer).toMatchObject({ code: 200 })
    expect(answer.data.recoveryCodes).toHaveLength(10)
    expect(await readMe()).toMatchObject({
      isEnrolled: true,
      isProven: true,
      recoveryCodes: 10,
      methods: [{ kind: 'passkey', label: '前台电脑', isSynced: false }],
    })
    await unprove()
    const { options } = (await postFactor('/proof/options')).data
    expect(await postFactor('/proof', { passkey: device.authenticate(options) })).toMatchObject({ code: 200 })
    expect(await readMe()).toMatchObject({ isProven: true, freshUntil: clockMs + 15 * MINUTE_MS })
  })

  it.each([
    ['of another site', { origin: 'http://localhost.example' }],
    ['for another host', { rpId: 'example.cn' }],
    ['without verifying the user', { isUserVerified: false }],
    ['with a bad signature', { hasBadSignature: true }],
  ])('refuses a passkey response %s', async (_title, fault) => {
    const { device } = await enrolPasskey()
    await unprove()
    const { options } = (await postFactor('/proof/options')).data
    expect(await postFactor('/proof', { passkey: device.authenticate(options, fault) })).toMatchObject({ code: 500 })
    expect(await readMe()).toMatchObject({ isProven: false })
  })

  it('refuses a challenge that was used, expired, or belongs to another session or purpose', async () => {
    const { device } = await enrolPasskey()
    const expiredError = { code: 500, message: '验证已过期，请重新开始' }
    const first = (await postFactor('/proof/options')).data.options
    expect(await postFactor('/proof', { passkey: device.authenticate(first) })).toMatchObject({ code: 200 })
    expect(await postFactor('/proof', { passkey: device.authenticate(first) })).toMatchObject(expiredError)

    const lateOptions = (await postFactor('/proof/options')).data.options
    clockMs += 5 * MINUTE_MS
    expect(await postFactor('/proof', { passkey: device.authenticate(lateOptions) })).toMatchObject(expiredError)

    const enrolling = (await postFactor('/passkey/options')).data.options
    expect(await postFactor('/proof', { passkey: device.authenticate(enrolling) })).toMatchObject(expiredError)

    const other = await join(upstream, `other${nth}`, 'editor')
    const foreign = (await other.ask('POST /v1/manage/factor/proof/options')).data.options
    expect(await postFactor('/proof', { passkey: device.authenticate(foreign) })).toMatchObject(expiredError)
  })

  it('refuses a copied passkey, whose counter does not grow, and a passkey of another account', async () => {
    const { device } = await enrolPasskey()
    device.counter = 7
    const use = async () =>
      postFactor('/proof', { passkey: device.authenticate((await postFactor('/proof/options')).data.options) })
    expect(await use()).toMatchObject({ code: 200 })
    device.counter = 3
    expect(await use()).toMatchObject({ code: 500, message: '验证没有通过，请重试' })
    const stranger = createAuthenticator()
    const { options } = (await postFactor('/proof/options')).data
    expect(await postFactor('/proof', { passkey: stranger.authenticate(options) })).toMatchObject({
      message: '这个通行密钥没有在本站登记',
    })
  })

  it('is a code of an app, which counts once, also one step early or late', async () => {
    const { secret } = await enrolTotp()
    await unprove()
    const code = generateCode(secret)
    clockMs += 30 * SECOND_MS
    expect(await postFactor('/proof', { totp: code })).toMatchObject({ code: 200 })
    await unprove()
    expect(await postFactor('/proof', { totp: code })).toMatchObject({ code: 500 })
    const old = generateCode(secret)
    clockMs += 61 * SECOND_MS
    expect(await postFactor('/proof', { totp: old })).toMatchObject({ code: 500 })
    const stored = JSON.stringify(await upstream.db.selectFrom('totp_secrets').selectAll().execute())
    expect(stored).not.toContain(secret)
  })

  it('locks codes for 15 minutes after five wrong ones, in any session', async () => {
    const { secret } = await enrolTotp()
    await unprove()
    for (let tries = 0; tries < 5; tries += 1) expect((await postFactor('/proof', { totp: '000000' })).code).toBe(500)
    expect(await postFactor('/proof', { totp: generateCode(secret) })).toMatchObject({
      message: expect.stringContaining('15 分钟'),
    })
    clockMs += 15 * MINUTE_MS
    expect(await postFactor('/proof', { totp: generateCode(secret) })).toMatchObject({ code: 200 })
  })

  it('counts codes that are sent at once', async () => {
    const { secret } = await enrolTotp()
    await unprove()
    const answers = await Promise.all(Array.from({ length: 8 }, () => postFactor('/proof', { totp: '000000' })))
    expect(answers.filter(({ message }) => message.includes('没有通过'))).toHaveLength(5)
    expect((await postFactor('/proof', { totp: generateCode(secret) })).message).toContain('15 分钟')
  })

  it('is replaced once by a recovery code, however it is typed, but not for a second proof', async () => {
    const { recoveryCodes } = await enrolTotp()
    const [code = '', other = ''] = recoveryCodes
    expect(await postFactor('/proof', { recoveryCode: code })).toMatchObject({ code: 500 })
    await unprove()
    expect(await postFactor('/proof', { recoveryCode: ` ${code.toUpperCase().replaceAll('-', ' ')}` })).toMatchObject({
      code: 200,
    })
    expect(await readMe()).toMatchObject({ isProven: true, recoveryCodes: 9 })
    await unprove()
    expect(await postFactor('/proof', { recoveryCode: code })).toMatchObject({ code: 500 })
    expect(await postFactor('/proof', { recoveryCode: other })).toMatchObject({ code: 200 })
    const renewed = await editor.ask('POST /v1/manage/factor/recoveryCodes')
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    expect(await readMe()).toMatchObject({ recoveryCodes: 10 })
  })

  it('gets a further method after a fresh proof only, and keeps at least one', async () => {
    const { secret } = await enrolTotp()
    clockMs += 15 * MINUTE_MS + 1
    expect(await postFactor('/passkey/options')).toMatchObject({
      code: 403,
      extra: { factor: 'fresh', action: 'factor.add' },
    })
    expect(await editor.ask('DELETE /v1/manage/factor?id=totp')).toMatchObject({
      extra: { factor: 'fresh', action: 'factor.remove' },
    })
    await postFactor('/proof', { totp: generateCode(secret) })
    expect(await editor.ask('DELETE /v1/manage/factor?id=totp')).toMatchObject({ message: '至少保留一种验证方式' })
    const { device, answer } = await enrolPasskey()
    expect(answer.data.recoveryCodes).toEqual([])
    expect(await editor.ask('DELETE /v1/manage/factor?id=totp')).toMatchObject({ code: 200 })
    expect((await readMe()).methods).toMatchObject([{ id: device.id }])
    const notices = await upstream.db.selectFrom('notices').select('content').where('user_id', '=', editor.id).execute()
    expect(notices.filter(({ content }) => content?.includes('如果不是您本人'))).toHaveLength(3)
  })
})
