import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createDeskListing } from './desk-listing.ts'

const PATH = '/v1/manage/certificates'

describeDatabases('the list of the certificate desk', (make) => {
  let upstream: TestUpstream
  let clerk: Member
  const folder = mkdtempSync(joinPath(tmpdir(), 'desk-list-'))
  const makeNumber = (serial: number) => makeCertificateNo('20261103', serial)

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => Date.parse('2026-11-20T02:00:00Z') })
    clerk = await join(upstream, '周观澜')
    await setDuties(upstream.db, clerk.id, ['certify'], { by: null, at: 0 })
    const rows = Array.from({ length: 120 }, (_none, at) =>
      makeCertificateRow(at + 1, {
        issuedOn: `2026-11-${String(3 + (at % 10)).padStart(2, '0')}`,
        ...(at % 4 === 0 && {
          conclusion: '翡翠',
          category: 'jade',
          refractiveIndex: '1.66（点测）',
          specificGravity: 3.33,
        }),
        ...(at === 5 && { state: 'withdrawn', reason: '误签', changedOn: '2026-11-15' }),
      }),
    )
    await importFile(rows)
    await createDeskListing({ db: upstream.db }).sweep()
  })
  afterAll(async () => {
    await upstream.close()
    rmSync(folder, { recursive: true })
  })

  async function importFile(rows: Record<string, unknown>[]) {
    const path = writeRows(folder, rows)
    const result = await importCertificates({
      db: upstream.db,
      digest: upstream.digest,
      path,
      now: Date.now,
      pictures: createFolderPictures({ db: upstream.db, folder: null, uploads: createFolderStore(folder) }),
    })
    expect(result).toMatchObject({ kind: 'done' })
  }

  const list = async (query = '') => (await clerk.ask(`GET ${PATH}${query}`)).data
  async function listAll(query = '') {
    const found: { certificateNo: string; conclusion: string }[] = []
    for (let after = ''; ; ) {
      const page = await list(`?${query}${after && `&after=${after}`}`)
      found.push(...page.records)
      if (page.next === null) return found
      after = page.next
    }
  }

  it('lists the certificates of an import, newest day first, each once over all pages', async () => {
    const rows = await listAll()
    expect(new Set(rows.map(({ certificateNo }) => certificateNo)).size).toBe(120)
    expect(rows).toHaveLength(120)
    expect((await list()).records[0]).toMatchObject({
      shownState: 'published',
      preparedBy: '周观澜',
      totalMassG: 12.36,
    })
  })

  it('finds by number, beginning of a number, part of a conclusion, category, state, days and name', async () => {
    const count = async (query: string) => (await listAll(query)).length
    expect(await listAll(`search=${makeNumber(7)}`)).toMatchObject([{ certificateNo: makeNumber(7) }])
    expect(await count(`search=${makeNumber(10).slice(0, 14)}`)).toBe(10)
    expect(await count(`search=${encodeURIComponent('翠')}`)).toBe(30)
    expect(await count('category=jade')).toBe(30)
    expect(await count('shown=withdrawn')).toBe(1)
    expect(await count('from=2026-11-04&to=2026-11-05')).toBe(24)
    expect(await count(`by=${encodeURIComponent('周观澜')}&category=jade`)).toBe(30)
    expect(await count(`search=${encodeURIComponent('没有的结论')}`)).toBe(0)
    expect((await clerk.ask(`GET ${PATH}/counts`)).data).toMatchObject({ published: 119, withdrawn: 1, draft: 0 })
  })

  it('counts certificates issued on each of 84 days, without those with a pending change', async () => {
    const { days } = (await clerk.ask(`GET ${PATH}/days`)).data
    expect(days).toHaveLength(84)
    expect(days.at(-1)).toEqual({ day: '2026-11-20', issued: 0 })
    expect(days.filter(({ issued }: { issued: number }) => issued > 0)).toHaveLength(10)
    expect(days.find(({ day }: { day: string }) => day === '2026-11-03').issued).toBe(12)
  })

  it('shows changes immediately, and a number that an import changed again', async () => {
    const { certificateNo } = (await clerk.ask(`POST ${PATH}`, { category: 'jade' })).data
    expect((await list('?changeState=draft')).records).toMatchObject([
      { certificateNo, shownState: 'none', workKind: 'first' },
    ])
    await importFile([makeCertificateRow(1, { conclusion: '绿松石（充填）', specificGravity: 2.3 })])
    await createDeskListing({ db: upstream.db }).sweep()
    expect(await listAll(`search=${makeNumber(1)}`)).toMatchObject([{ conclusion: '绿松石（充填）', version: 2 }])
  })

  it('refuses an import of a number that has a pending change', async () => {
    await clerk.ask(`POST ${PATH}`, { corrects: makeNumber(2), reason: '颜色有误' })
    const path = writeRows(folder, [makeCertificateRow(2, { color: '蓝色' })], 'other.jsonl')
    const result = await importCertificates({
      db: upstream.db,
      digest: upstream.digest,
      path,
      now: Date.now,
      pictures: createFolderPictures({ db: upstream.db, folder: null, uploads: createFolderStore(folder) }),
    })
    expect(result).toMatchObject({ kind: 'refused', faults: [{ reason: expect.stringContaining('证书工作台') }] })
  })
})
