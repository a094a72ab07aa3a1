import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_NOS } from '#partners/lookups/sandbox.ts'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { askAsPartner, makePartner } from '#testing/partners.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import { makeNo } from '#testing/webhook-site.ts'

const CHECK = 'POST /v1/partner/certificates/check'
const CHANGES = 'GET /v1/partner/certificates/changes'

describeDatabases('the changes of a partner', (make) => {
  let upstream: TestUpstream
  let clock = Date.parse('2026-11-20T02:00:00Z')
  const now = () => clock
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now })
    await importRows(upstream, [makeCertificateRow(1), makeCertificateRow(2)], now)
  })
  afterAll(() => upstream.close())

  const makePair = (serial: number) => ({ certificateNo: makeNo(serial), checkCode: getTestCode(serial) })
  const seenBy = async (partner: number) => {
    const rows = upstream.db.selectFrom('partner_certificates').selectAll().where('partner_id', '=', partner)
    return await rows.orderBy('certificate_no').execute()
  }
  const changes = async (key: string, after?: number) => {
    const { app } = upstream
    const url = `/v1/partner/certificates/changes${after === undefined ? '' : `?after=${after}`}`
    return (await app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json()
  }

  it('contain certificates whose right code it has sent, renewed once a day', async () => {
    const { id, key } = await makePartner(upstream, {}, now)
    const pairs = [makePair(2), makePair(1), makePair(1), { ...makePair(9) }, { ...makePair(2), checkCode: '222222' }]
    await askAsPartner(upstream, key, CHECK, { pairs })
    const first = clock
    expect(await seenBy(id)).toMatchObject([
      { certificate_no: makeNo(1), seen_at: first },
      { certificate_no: makeNo(2), seen_at: first },
    ])
    clock += 1000
    await askAsPartner(upstream, key, CHECK, { pairs: [makePair(1)] })
    expect((await seenBy(id))[0]?.seen_at).toBe(first)
    clock += DAY_MS
    await askAsPartner(upstream, key, CHECK, { pairs: [makePair(1)] })
    expect((await seenBy(id))[0]?.seen_at).toBe(clock)
  })

  it('contain no certificates of wrong codes, or of a sandbox key', async () => {
    const [real, test] = [await makePartner(upstream, {}, now), await makePartner(upstream, { isTest: true }, now)]
    await askAsPartner(upstream, real.key, CHECK, { pairs: [{ ...makePair(1), checkCode: '222222' }] })
    await askAsPartner(upstream, test.key, CHECK, { pairs: [makePair(1)] })
    expect([...(await seenBy(real.id)), ...(await seenBy(test.id))]).toEqual([])
  })

  it('follow the public log, each certificate once with its newest state', async () => {
    const { id, key } = await makePartner(upstream, {}, now)
    const { person, published, corrected, approve } = createDeskPeople(upstream)
    const [writer, signer] = [await person('制作人', ['certify']), await person('签字人', ['approve'])]
    const [one, other] = [await published(writer, signer), await published(writer, signer)]
    const start = (await changes(key)).data.next
    const seen = [one, other].map((certificate_no) => ({ partner_id: id, certificate_no, seen_at: clock }))
    await upstream.db.insertInto('partner_certificates').values(seen).execute()
    expect((await changes(key, start)).data).toEqual({ records: [], next: start, hasMore: false })
    await corrected(writer, one)
    await approve(signer, one)
    const { data } = await changes(key, start)
    expect(data).toMatchObject({
      records: [{ certificateNo: one, version: 2, state: 'valid', changedOn: '2026-11-21', newerNo: null }],
      next: start + 1,
      hasMore: false,
    })
    expect((await changes(key)).data.records.map((record: { certificateNo: string }) => record.certificateNo)).toEqual(
      expect.arrayContaining([other, one]),
    )
  })

  it('show a sandbox key samples on two pages, and none of the changes of real keys of its partner', async () => {
    const { id, key } = await makePartner(upstream, {}, now)
    await askAsPartner(upstream, key, CHECK, { pairs: [makePair(1)] })
    expect((await changes(key)).data.records).toHaveLength(1)
    await upstream.db.updateTable('partner_keys').set({ is_test: 1 }).where('partner_id', '=', id).execute()
    const first = (await changes(key, 0)).data
    expect(first).toMatchObject({
      records: [
        { certificateNo: SAMPLE_NOS.valid, state: 'valid' },
        { certificateNo: SAMPLE_NOS.reissued, state: 'reissued', newerNo: SAMPLE_NOS.valid },
      ],
      hasMore: true,
    })
    const second = (await changes(key, first.next)).data
    expect(second).toMatchObject({ records: [{ certificateNo: SAMPLE_NOS.withdrawn }], next: 3, hasMore: false })
    for (const end of [3, 4711]) {
      expect((await changes(key, end)).data).toEqual({ records: [], next: end, hasMore: false })
    }
    expect((await changes(key, 0)).data).toEqual(first)
  })

  it('need the scope', async () => {
    const { key } = await makePartner(upstream, { scopes: ['check'] }, now)
    expect(await askAsPartner(upstream, key, CHANGES)).toMatchObject({ code: 403, extra: { reason: 'scopeMissing' } })
  })
})
