import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import {
  SAVED_CERTIFICATES_MAX,
  SAVED_CERTIFICATES_PAGE_SIZE,
} from '@portal/contract/certificates/saved-certificate-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const PATH = '/v1/certificate/saved'
const makeNo = (serial: number) => makeCertificateNo('20261103', serial)
const makeProof = (serial: number) => ({ certificateNo: makeNo(serial), checkCode: getTestCode(serial) })

describeDatabases('saved certificates', (make) => {
  let upstream: TestUpstream
  let member: Member
  let people = 0
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
    await importRows(upstream, [
      ...[1, 2, 3, 4].map((serial) => makeCertificateRow(serial)),
      makeCertificateRow(5, { state: 'draft' }),
      { ...makeProof(6), state: 'examination', category: 'jade', receivedOn: '2026-11-03' },
      makeCertificateRow(7, { state: 'withdrawn', reason: '样品信息登记有误', changedOn: '2026-11-11' }),
      ...[10, 11, 12].map((serial) => makeCertificateRow(serial)),
    ])
    member = await joinMember()
  })
  afterAll(() => upstream.close())

  const joinMember = () => {
    people += 1
    return join(upstream, `keeper${people}`)
  }
  const save = (serial: number, who = member) => who.ask(`POST ${PATH}`, makeProof(serial))
  const list = (who: Member, after = '') => who.ask(`GET ${PATH}?after=${after}`)
  const listNumbers = async (who: Member) =>
    (await list(who)).data.map(({ certificateNo }: { certificateNo: string }) => certificateNo)

  it('are saved with number and code, and listed newest first with the data of a lookup', async () => {
    expect(await save(1)).toMatchObject({ code: 200 })
    expect(await save(7)).toMatchObject({ code: 200 })
    const { data, extra } = await list(member)
    expect(extra).toEqual({ total: 2, hasMore: false, isMailed: true, news: [], otherShares: [] })
    const valid = data.find(({ certificateNo }: { certificateNo: string }) => certificateNo === makeNo(1))
    expect(valid).toMatchObject({ state: 'valid', version: 1, conclusion: '绿松石', totalMassG: 12.36, isNews: false })
    expect(data).toContainEqual(
      expect.objectContaining({ certificateNo: makeNo(7), state: 'withdrawn', reason: '样品信息登记有误' }),
    )
    const whole = await member.ask(`GET ${PATH}/${makeNo(1)}`)
    const { checkCode: _, ...shown } = makeCertificateRow(1)
    expect(whole.data).toEqual({ state: 'valid', certificate: { ...shown, version: 1 } })
  })

  it('are refused in the same way for a wrong code, an unknown number, and an unpublished certificate', async () => {
    const refusals = await Promise.all([
      member.ask(`POST ${PATH}`, { certificateNo: makeNo(2), checkCode: getTestCode(3) }),
      save(99),
      save(5),
      save(6),
    ])
    const bodies = new Set(
      refusals.map(({ status, code, message, data, extra }) => JSON.stringify([status, code, message, data, extra])),
    )
    expect([...bodies]).toEqual([JSON.stringify([200, 500, '未查到相符的证书，请核对编号与核对码', null, {}])])
    expect(await listNumbers(member)).not.toContain(makeNo(5))
  })

  it('belong to their member: others cannot list, read, remove or share them', async () => {
    const other = await joinMember()
    expect(await listNumbers(other)).toEqual([])
    for (const call of [`GET ${PATH}/${makeNo(1)}`, `PUT ${PATH}/${makeNo(1)}`]) {
      expect((await other.ask(call)).message).toBe('这份证书不在我的证书中')
    }
    expect((await other.ask(`POST ${PATH}/${makeNo(1)}/share`, { days: 7 })).message).toBe('这份证书不在我的证书中')
    await other.ask(`DELETE ${PATH}/${makeNo(1)}`)
    expect(await listNumbers(member)).toContain(makeNo(1))
    expect((await ask(upstream, `GET ${PATH}`)).code).toBe(401)
  })

  it('show a correction in its new version, and a reissue with its new number alone', async () => {
    await save(2)
    await save(3)
    await importRows(upstream, [
      makeCertificateRow(2, { color: '天蓝色' }),
      makeCertificateRow(3, { state: 'reissued', newerNo: makeNo(4), changedOn: '2026-11-20' }),
    ])
    const { data, extra } = await list(member)
    const at = (serial: number) =>
      data.find(({ certificateNo }: { certificateNo: string }) => certificateNo === makeNo(serial))
    expect(at(2)).toMatchObject({ state: 'valid', version: 2, seenVersion: 1, isNews: true })
    expect(at(3)).toMatchObject({ state: 'reissued', newerNo: makeNo(4), changedOn: '2026-11-20', isNews: true })
    expect(extra.news).toEqual([at(3)])
    expect((await member.ask(`GET ${PATH}/${makeNo(2)}`)).data.certificate.color).toBe('天蓝色')
    expect((await member.ask(`GET ${PATH}/${makeNo(4)}`)).message).toBe('这份证书不在我的证书中')
    await member.ask(`PUT ${PATH}/${makeNo(3)}`)
    expect((await list(member)).extra.news).toEqual([])
  })

  it('are hidden while a lookup does not show their certificate', async () => {
    const who = await joinMember()
    await save(1, who)
    const { db } = upstream
    const setState = (state: 'draft' | 'published') =>
      db.updateTable('certificates').set({ state }).where('certificate_no', '=', makeNo(1)).execute()
    await setState('draft')
    expect((await list(who)).data).toEqual([])
    expect((await who.ask(`GET ${PATH}/${makeNo(1)}`)).message).toBe('未查到相符的证书，请核对编号与核对码')
    await setState('published')
  })

  it('are read in pages, and limited in number', async () => {
    const who = await joinMember()
    const many = Array.from({ length: SAVED_CERTIFICATES_MAX - 1 }, (_, nth) => ({
      user_id: who.id,
      certificate_no: makeNo(nth + 1000),
      version: 1,
      state: 'valid' as const,
      saved_at: nth,
    }))
    for (let at = 0; at < many.length; at += 100) {
      await upstream.db
        .insertInto('saved_certificates')
        .values(many.slice(at, at + 100))
        .execute()
    }
    expect(await save(10, who)).toMatchObject({ code: 200 })
    expect((await save(11, who)).message).toBe('最多收存 500 份证书，请先移出不用的')
    expect(await save(10, who)).toMatchObject({ code: 200 })
    expect(await listNumbers(who)).toEqual([makeNo(10)])

    const reader = await joinMember()
    const rows = Array.from({ length: SAVED_CERTIFICATES_PAGE_SIZE + 1 }, (_, nth) => makeCertificateRow(100 + nth))
    await importRows(upstream, rows)
    for (const { certificateNo } of rows) {
      const row = { user_id: reader.id, certificate_no: String(certificateNo), version: 1, state: 'valid' as const }
      await upstream.db
        .insertInto('saved_certificates')
        .values({ ...row, saved_at: 5 })
        .execute()
    }
    const first = await list(reader)
    expect([first.data.length, first.extra.hasMore]).toEqual([SAVED_CERTIFICATES_PAGE_SIZE, true])
    const rest = await list(reader, first.data.at(-1).certificateNo)
    expect([rest.data.length, rest.extra.hasMore]).toEqual([1, false])
    expect(new Set([...first.data, ...rest.data].map(({ certificateNo }) => certificateNo)).size).toBe(rows.length)
  })
})
