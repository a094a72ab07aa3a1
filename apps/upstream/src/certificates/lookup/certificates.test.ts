import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE_ALPHABET, makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { isLoggedAnswer, readLoggedText } from '@portal/contract/certificates/logged-text.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { ask } from '#testing/asking.ts'
import { getTestCode, makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

const makeNo = (serial: number) => makeCertificateNo('20261103', serial)
const SUPPORT_NO = new RegExp(`^Q-[${CODE_ALPHABET}]{4}-[${CODE_ALPHABET}]{4}$`)

describeDatabases('a lookup', (make) => {
  let upstream: TestUpstream
  let folder: string

  beforeEach(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
    folder = mkdtempSync(join(tmpdir(), 'portal-certificates-'))
    await bring([
      makeCertificateRow(1, { 拉曼光谱: '1042 cm⁻¹ 强峰', 双折射率: 0.008 }),
      makeCertificateRow(2, { state: 'reissued', newerNo: makeNo(1), changedOn: '2026-11-10' }),
      makeCertificateRow(3, { state: 'withdrawn', reason: '样品信息登记有误', changedOn: '2026-11-11' }),
      {
        certificateNo: makeNo(4),
        checkCode: getTestCode(4),
        state: 'examination',
        category: 'jade',
        receivedOn: '2026-11-03',
      },
      makeCertificateRow(5, { state: 'draft' }),
    ])
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await upstream.close()
  })

  async function bring(rows: object[]) {
    const result = await importCertificates({
      db: upstream.db,
      digest: upstream.digest,
      path: writeRows(folder, rows),
      pictures: createFolderPictures({ db: upstream.db, folder: null, uploads: createFolderStore(folder) }),
      now: Date.now,
    })
    expect(result).toMatchObject({ kind: 'done' })
  }
  const check = (certificateNo: string, checkCode: string) =>
    ask(upstream, 'POST /v1/certificate/check', { body: { certificateNo, checkCode } })
  const readLines = () => upstream.logs.map((line) => JSON.parse(line)).filter(({ supportNo }) => supportNo)

  it('returns the certificate for the right code, including fields beyond the contract', async () => {
    const { code, data } = await check(makeNo(1), getTestCode(1))
    expect(code).toBe(200)
    const { log: _log, ...answer } = data
    const { checkCode: _, ...shown } = makeCertificateRow(1)
    expect(answer).toEqual({
      state: 'valid',
      certificate: { ...shown, version: 1, 拉曼光谱: '1042 cm⁻¹ 强峰', 双折射率: 0.008 },
    })
  })

  it('returns the newer number and the date for a reissued certificate', async () => {
    const { data } = await check(makeNo(2), getTestCode(2))
    expect(data).toMatchObject({ state: 'reissued', newerNo: makeNo(1), changedOn: '2026-11-10' })
    expect(data.certificate.certificateNo).toBe(makeNo(2))
  })

  it('returns the reason and the date for a withdrawn certificate', async () => {
    const { data } = await check(makeNo(3), getTestCode(3))
    expect(data).toMatchObject({ state: 'withdrawn', reason: '样品信息登记有误', changedOn: '2026-11-11' })
    expect(data.certificate.conclusion).toBe('绿松石')
  })

  it('proves with salt and text what it shows of a valid, reissued or withdrawn certificate, and of nothing else', async () => {
    const makeHmac = ({ salt, text }: LoggedEntry) =>
      createHmac('sha256', Buffer.from(salt, 'base64')).update(text).digest('base64')
    for (const serial of [1, 2, 3]) {
      const { log, ...answer } = (await check(makeNo(serial), getTestCode(serial))).data
      expect(log).toMatchObject({ index: serial - 1, entry: makeHmac(log), format: 1 })
      expect(isLoggedAnswer(answer) && readLoggedText(log.text, answer)).toMatchObject({ version: 1 })
    }
    for (const serial of [4, 5, 99]) {
      expect((await check(makeNo(serial), getTestCode(serial))).data).not.toHaveProperty('log')
    }
    expect((await check(makeNo(1), getTestCode(2))).data).not.toHaveProperty('log')
  })

  it('returns no content for a sample in examination', async () => {
    const { data } = await check(makeNo(4), getTestCode(4))
    expect(data).toEqual({ state: 'examination', certificateNo: makeNo(4), category: 'jade', receivedOn: '2026-11-03' })
  })

  it('answers unknown number, wrong code and unpublished certificate alike except for the support number', async () => {
    const asked = [
      [makeNo(99), getTestCode(1)],
      [makeNo(1), getTestCode(2)],
      [makeNo(3), getTestCode(1)],
      [makeNo(4), getTestCode(1)],
      [makeNo(5), getTestCode(5)],
      [makeNo(5), getTestCode(1)],
    ] as const
    const shapes = new Set<string>()
    for (const [certificateNo, checkCode] of asked) {
      const answer = await upstream.app.inject({
        method: 'POST',
        url: '/v1/certificate/check',
        payload: { certificateNo, checkCode },
      })
      const { data } = answer.json()
      expect(Object.keys(data)).toEqual(['state', 'supportNo'])
      expect(data.supportNo).toMatch(SUPPORT_NO)
      const { date: _, ...headers } = answer.headers
      shapes.add(JSON.stringify([answer.statusCode, headers, answer.body.replace(data.supportNo, 'Q')]))
    }
    expect(shapes.size).toBe(1)
  })

  it('queries one table only when it finds nothing, for any reason', async () => {
    const reading = vi.spyOn(upstream.db, 'selectFrom')
    // Counts the reads of these tables only, because background jobs read others meanwhile.
    const listTables = () => reading.mock.calls.map(String).filter((name) => name.startsWith('certificate'))
    for (const [certificateNo, checkCode] of [
      [makeNo(99), getTestCode(1)],
      [makeNo(1), getTestCode(2)],
      [makeNo(5), getTestCode(5)],
    ] as const) {
      reading.mockClear()
      await check(certificateNo, checkCode)
      expect(listTables()).toEqual(['certificates'])
    }
    reading.mockClear()
    await check(makeNo(1), getTestCode(1))
    expect(listTables()).toEqual(['certificates', 'certificate_versions'])
    expect(reading.mock.calls.map(String)).toContain('log_entries as entry')
  })

  it('logs why it found nothing under the support number, and never logs a code', async () => {
    const asked = [
      [makeNo(99), getTestCode(1), 'unknown number'],
      [makeNo(1), getTestCode(2), 'wrong code'],
      [makeNo(5), getTestCode(5), 'not published'],
    ] as const
    for (const [certificateNo, checkCode, reason] of asked) {
      const { data } = await check(certificateNo, checkCode)
      const found = readLines().filter(({ supportNo }) => supportNo === data.supportNo)
      expect(found).toMatchObject([{ level: 'info', certificateNo, why: reason }])
    }
    await check(makeNo(1), getTestCode(1))
    expect(readLines()).toHaveLength(asked.length)
    for (const serial of [1, 2, 5]) expect(upstream.logs.join('')).not.toContain(getTestCode(serial))
  })

  it('returns the newest version, and keeps older versions', async () => {
    await bring([makeCertificateRow(1, { totalMassG: 12.63 })])
    const { data } = await check(makeNo(1), getTestCode(1))
    expect(data.certificate).toMatchObject({ version: 2, totalMassG: 12.63 })
    expect(data.replaces).toEqual({ version: 1, issuedOn: data.certificate.issuedOn })
    const kept = await upstream.db
      .selectFrom('certificate_versions')
      .select(['version', 'body'])
      .where('certificate_no', '=', makeNo(1))
      .orderBy('version')
      .execute()
    expect(kept.map(({ version, body }) => [version, JSON.parse(body).totalMassG])).toEqual([
      [1, 12.36],
      [2, 12.63],
    ])
  })

  it('has no rate limit of its own: the BFF limits visitors', async () => {
    for (let round = 0; round < 30; round += 1) expect((await check(makeNo(1), getTestCode(1))).code).toBe(200)
  })

  it.each([
    { certificateNo: 'SH2026110300128', checkCode: '7K3M9Q' },
    { certificateNo: makeNo(1), checkCode: '7K3M9O' },
    { certificateNo: makeNo(1) },
  ])('refuses malformed input: %o', async (body) => {
    expect((await ask(upstream, 'POST /v1/certificate/check', { body })).code).not.toBe(200)
  })
})
