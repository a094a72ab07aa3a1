import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { streamDeskChunks } from './desk-chunks.ts'
import { toDeskCsv, toDeskXlsx } from './desk-files.ts'

const ROWS = 1100
const PATH = '/v1/manage/certificates/export'

describeDatabases('exports of the certificate desk', (make) => {
  let upstream: TestUpstream
  let clerk: Member
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  const makeNumber = (serial: number) => makeCertificateNo('20261103', serial)

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
    clerk = await join(upstream, '周观澜')
    await setDuties(upstream.db, clerk.id, ['certify'], { by: null, at: 0 })
    const { db } = upstream
    await db
      .insertInto('certificate_conclusions')
      .values([{ name: '绿松石' }, { name: '=HYPERLINK("x")' }])
      .execute()
    const ids = await db.selectFrom('certificate_conclusions').select(['id', 'name']).execute()
    const findId = (name: string) => ids.find((one) => one.name === name)?.id ?? null
    const rows = Array.from({ length: ROWS }, (_none, serial) => ({
      certificate_no: makeNumber(serial),
      shown_state: 'published' as const,
      change_state: null,
      change_kind: null,
      version: 1,
      category: 'turquoise',
      conclusion_id: findId(serial === 7 ? '=HYPERLINK("x")' : '绿松石'),
      mass_g: 12.36,
      warnings: 0,
      unanswered: 0,
      prepared_name: '周观澜',
      reviewed_name: null,
      approved_name: '顾怀瑾',
      day: `2026-11-${String(3 + (serial % 10)).padStart(2, '0')}`,
      changed_at: clockMs,
    }))
    await db.insertInto('certificate_desk').values(rows).execute()
  })
  afterAll(() => upstream.close())

  const get = (path: string) => upstream.app.inject({ url: path, headers: { authorization: clerk.token } })
  const readEntries = async () =>
    upstream.db
      .selectFrom('audit_log')
      .select(['outcome', 'changes', 'target_id', 'reason'])
      .where('action', '=', 'certificate.export')
      .orderBy('id')
      .execute()

  it('contain every row of the filter once, as CSV without formulas', async () => {
    const answer = await get(`${PATH}?category=turquoise`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\ufeff证书编号,检验结论,类别,总质量（g）,对外状态,办理状态,版本,警示,待答警示,制作,审核,批准,签发或更新日,更新时间',
    )
    expect(new Set(lines.slice(1).map((line) => line.slice(0, 16))).size).toBe(ROWS)
    expect(lines).toHaveLength(ROWS + 1)
    expect(answer.body).toContain(`${makeNumber(7)},"'=HYPERLINK(""x"")",绿松石,12.36,已发布,,1,0,0,周观澜,,顾怀瑾,`)
  })

  it('have texts as texts in XLSX', async () => {
    const answer = await get(`${PATH}Xlsx?numbers=${makeNumber(7)},${makeNumber(8)}`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="certificates.xlsx"')
    const { sheets } = await readXlsx(answer.rawPayload)
    const [head, ...rows] = sheets[0]?.rows ?? []
    expect(head?.slice(0, 2)).toEqual(['证书编号', '检验结论'])
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      [makeNumber(8), '绿松石', '绿松石', 12.36],
      [makeNumber(7), '=HYPERLINK("x")', '绿松石', 12.36],
    ])
  })

  it('are recorded when they begin, and with their rows when they end', async () => {
    await get(`${PATH}?search=${encodeURIComponent('绿松')}&shown=published`)
    const found = (await readEntries()).slice(-2)
    expect(found.map(({ changes }) => JSON.parse(changes))).toEqual([
      [
        { member: 'search', before: null, after: '绿松' },
        { member: 'shown', before: null, after: 'published' },
      ],
      [{ member: 'rows', before: null, after: String(ROWS - 1) }],
    ])
    expect(found.map(({ target_id }) => target_id)).toEqual(['certificates.csv', 'certificates.csv'])
  })

  it.each([
    ['CSV', toDeskCsv],
    ['XLSX', toDeskXlsx],
  ])('stop reading the database when the client leaves: %s', async (_name, createFile) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    async function* streamEndless() {
      try {
        for (;;) {
          yield* streamDeskChunks(upstream.db, {})
        }
      } finally {
        end()
      }
    }
    const file = createFile(streamEndless())
    for await (const _chunk of file) break
    await ended
  })

  it('need a fresh second factor', async () => {
    clockMs += 16 * 60_000
    const before = (await readEntries()).length
    expect((await get(PATH)).json()).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
    expect((await get(`${PATH}Xlsx`)).json()).toMatchObject({ code: 403 })
    expect((await readEntries()).slice(before).every(({ outcome }) => outcome === 'refused')).toBe(true)
  })
})
