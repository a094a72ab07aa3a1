import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const PATH = '/v1/certificate/share'
const makeNo = (serial: number) => makeCertificateNo('20261103', serial)
const makeProof = (serial: number) => ({ certificateNo: makeNo(serial), checkCode: getTestCode(serial) })
const SECRET = /^[\w-]{43}$/

describeDatabases('shares of certificates', (make) => {
  let upstream: TestUpstream
  let clock = Date.parse('2026-11-20T02:42:00Z')
  let member: Member
  let serial = 0
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now: () => clock })
    const rows = Array.from({ length: 12 }, (_, nth) => makeCertificateRow(nth + 1))
    await importRows(upstream, [...rows, makeCertificateRow(50, { state: 'draft' })])
    member = await join(upstream, 'sharer')
  })
  afterAll(() => upstream.close())
  // Each test uses another certificate.
  beforeEach(() => {
    serial += 1
  })

  const askAsVisitor = (call: string, body: Record<string, unknown>, from = '10.9.0.1') =>
    ask(upstream, call, { body, from })
  const share = async (days = 7, from?: string) =>
    (await askAsVisitor(`POST ${PATH}`, { ...makeProof(serial), days }, from)).data
  const read = async (secret: string) => await askAsVisitor(`POST ${PATH}/read`, { secret })
  const correct = (changes: object) => importRows(upstream, [makeCertificateRow(serial, { ...changes })], () => clock)

  it('show the certificate without its code for the chosen time, to anybody with the link', async () => {
    const made = await share(1)
    expect(made).toEqual({
      id: expect.any(Number),
      secret: expect.stringMatching(SECRET),
      revokeKey: expect.stringMatching(SECRET),
      startTime: '2026-11-20 10:42',
      endTime: '2026-11-21 10:42',
    })
    const { data } = await read(made.secret)
    const { checkCode, ...shown } = makeCertificateRow(serial)
    expect(data).toEqual({
      state: 'shown',
      startTime: '2026-11-20 10:42',
      endTime: '2026-11-21 10:42',
      sharedVersion: 1,
      answer: { state: 'valid', certificate: { ...shown, version: 1 } },
    })
    expect(JSON.stringify(data)).not.toContain(checkCode)
    clock += DAY_MS
    expect((await read(made.secret)).data).toEqual({
      state: 'expired',
      startTime: '2026-11-20 10:42',
      endTime: '2026-11-21 10:42',
    })
  })

  it('store neither secret nor key', async () => {
    const { secret, revokeKey } = await share()
    const rows = JSON.stringify(await upstream.db.selectFrom('certificate_shares').selectAll().execute())
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(revokeKey)
    expect(rows).not.toContain('10.9.0.1')
  })

  it('need number and code, and are refused alike without', async () => {
    const refusal = await Promise.all([
      askAsVisitor(`POST ${PATH}`, { certificateNo: makeNo(serial), checkCode: getTestCode(77), days: 7 }),
      askAsVisitor(`POST ${PATH}`, { ...makeProof(99), days: 7 }),
      askAsVisitor(`POST ${PATH}`, { ...makeProof(50), days: 7 }),
    ])
    expect(
      new Set(
        refusal.map(({ status, code, message, data, extra }) => JSON.stringify([status, code, message, data, extra])),
      ).size,
    ).toBe(1)
    expect((await askAsVisitor(`POST ${PATH}`, { ...makeProof(serial), days: 365 })).code).toBe(400)
  })

  it('show a correction in its new version', async () => {
    const { secret } = await share()
    await correct({ color: '天蓝色' })
    const { data } = await read(secret)
    expect(data).toMatchObject({
      state: 'shown',
      sharedVersion: 1,
      answer: { certificate: { version: 2, color: '天蓝色' } },
    })
  })

  it('end with a withdrawal or a reissue, and then show no certificate', async () => {
    const { secret } = await share()
    await correct({ state: 'withdrawn', reason: '样品信息登记有误', changedOn: '2026-11-21' })
    const { data } = await read(secret)
    expect(data).toMatchObject({ state: 'withdrawn', certificateNo: makeNo(serial), changedOn: '2026-11-21' })
    expect(data.answer).toBeUndefined()
    expect(JSON.stringify(data)).not.toContain('绿松石')
    expect((await askAsVisitor(`POST ${PATH}`, { ...makeProof(serial), days: 7 })).message).toBe(
      '证书已换发或已撤销，不能分享',
    )
    serial += 1
    const second = await share()
    await correct({ state: 'reissued', newerNo: makeNo(1), changedOn: '2026-11-21' })
    expect((await read(second.secret)).data).toMatchObject({ state: 'reissued', certificateNo: makeNo(serial) })
    expect(JSON.stringify((await read(second.secret)).data)).not.toContain(makeNo(1))
  })

  it('answer alike for an unknown secret and for a certificate that is no longer shown', async () => {
    const { secret } = await share()
    await upstream.db
      .updateTable('certificates')
      .set({ state: 'draft' })
      .where('certificate_no', '=', makeNo(serial))
      .execute()
    const answers = await Promise.all([read(secret), read('A'.repeat(43)), read('_'.repeat(43))])
    for (const { status, code, message, data, extra } of answers) {
      expect([status, code, message, data, extra]).toEqual([200, 500, '没有这个分享', null, {}])
    }
  })

  it('are revoked by their creator only: a visitor by the key, a member in the list', async () => {
    const byVisitor = await share()
    expect((await askAsVisitor(`POST ${PATH}/revoke`, { key: byVisitor.secret })).message).toBe('没有这个分享')
    expect((await read(byVisitor.secret)).data.state).toBe('shown')
    expect((await askAsVisitor(`POST ${PATH}/revoke`, { key: byVisitor.revokeKey })).code).toBe(200)
    expect((await read(byVisitor.secret)).data.state).toBe('revoked')
    const own = (await member.ask(`POST ${PATH}`, { ...makeProof(serial), days: 30 })).data
    expect(own.revokeKey).toBeUndefined()
    const other = await join(upstream, 'stranger')
    expect((await other.ask(`DELETE ${PATH}/${own.id}`)).message).toBe('没有这个分享')
    expect((await other.ask(`DELETE ${PATH}/${byVisitor.id}`)).message).toBe('没有这个分享')
    expect((await read(own.secret)).data.state).toBe('shown')
    expect((await member.ask(`DELETE ${PATH}/${own.id}`)).code).toBe(200)
    expect((await read(own.secret)).data).not.toHaveProperty('answer')
  })

  it('are limited to ten live ones for each certificate and holder', async () => {
    for (let nth = 0; nth < 10; nth++) expect(await share(7, '10.9.0.7')).not.toBeNull()
    const refused = await askAsVisitor(`POST ${PATH}`, { ...makeProof(serial), days: 7 }, '10.9.0.7')
    expect(refused.message).toBe('这份证书已有 10 个有效的分享，请先收回不用的')
    expect(await share(7, '10.9.0.8')).not.toBeNull()
    clock += 8 * DAY_MS
    expect(await share(7, '10.9.0.7')).not.toBeNull()
  })

  it('count their openings by day, and list them to their maker alone', async () => {
    // A new session, because the clock has moved.
    const member = await join(upstream, 'counted')
    const { secret } = (await member.ask(`POST ${PATH}`, { ...makeProof(serial), days: 7 })).data
    const openShare = () => askAsVisitor(`POST ${PATH}/opened`, { secret })
    await openShare()
    await openShare()
    clock += DAY_MS
    await openShare()
    await read(secret)
    expect(await askAsVisitor(`POST ${PATH}/opened`, { secret: 'A'.repeat(43) })).toMatchObject({ code: 200 })
    const days = await upstream.db
      .selectFrom('certificate_share_opens')
      .select(['day', 'times'])
      .orderBy('day')
      .execute()
    expect(days).toEqual([
      { day: toWireDate(clock - DAY_MS), times: 2 },
      { day: toWireDate(clock), times: 1 },
    ])
    const { extra } = await member.ask('GET /v1/certificate/saved')
    expect(extra.otherShares).toEqual([expect.objectContaining({ certificateNo: makeNo(serial), opens: 3 })])
    await member.ask('POST /v1/certificate/saved', makeProof(serial))
    const { data } = await member.ask('GET /v1/certificate/saved')
    expect(data[0].shares).toEqual(extra.otherShares)
  })
})
