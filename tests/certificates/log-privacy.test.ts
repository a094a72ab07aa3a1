import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeRecord, makeText } from '../../apps/upstream/src/log/log-record.ts'
import { makeCertificateRow } from '../../apps/upstream/src/testing/certificate-files.ts'
import { importRows } from '../../apps/upstream/src/testing/certificate-site.ts'
import { findLogFaults } from '../../apps/upstream/src/testing/log/log-agrees.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import type { Certificate, CertificateAnswer } from '../../packages/contract/src/certificates/certificates.ts'

const ISSUED = [3, 141, 592]
const DAYS_OF_A_YEAR = 365
const NUMBERS_OF_A_DAY = 40
const ENTRY_BYTES = 34

let upstream: TestUpstream
/** Public entries of the log, hex. */
let entries: string[]
/** Texts and salts of the entries. */
let records: { text: string; salt: string }[]

beforeAll(async () => {
  upstream = await makeUpstream({ content: 'none' })
  await importRows(
    upstream,
    ISSUED.map((serial) => makeCertificateRow(serial)),
  )
  await importRows(upstream, [makeCertificateRow(3, { color: '蓝绿色' })])
  await importRows(upstream, [
    makeCertificateRow(141, { state: 'withdrawn', reason: '样品调换', changedOn: '2026-11-11' }),
  ])
  records = await upstream.db.selectFrom('log_records').select(['text', 'salt']).orderBy('id').execute()
  entries = await fetchEntries(records.length)
})
afterAll(() => upstream.close())

/** Returns the entries of `/log/tile/entries`; there each follows its length. */
async function fetchEntries(count: number): Promise<string[]> {
  const url = `/log/tile/entries/000.p/${count}`
  // The signer serves them within a second.
  await vi.waitUntil(async () => (await upstream.app.inject(url)).statusCode === 200, { timeout: 10_000 })
  const { rawPayload } = await upstream.app.inject(url)
  expect(rawPayload.length).toBe(count * ENTRY_BYTES)
  return Array.from({ length: count }, (_none, at) => {
    const bytes = rawPayload.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES)
    expect(bytes.readUInt16BE()).toBe(32)
    return bytes.subarray(2).toString('hex')
  })
}

/** Returns every number of a year, including those that were issued. */
function listYearNumbers(): string[] {
  const days = Array.from({ length: DAYS_OF_A_YEAR }, (_none, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10).replaceAll('-', '')
    return Array.from({ length: NUMBERS_OF_A_DAY }, (_no, serial) => makeCertificateNo(day, serial))
  })
  return [...days.flat(), ...ISSUED.map((serial) => makeCertificateNo('20261103', serial))]
}

it('publishes only an entry of 32 bytes for each version, after any event', async () => {
  expect(entries).toHaveLength(5)
  expect(new Set(entries).size).toBe(5)
  expect(await findLogFaults(upstream.db)).toEqual([])
})

it('has no entry that can be computed from a number or a text without the salt', () => {
  const seen = new Set(entries)
  const keys = ['', 'sdjx', Buffer.alloc(32), Buffer.alloc(32, 255)]
  const guessEntry = (text: string): string[] => [
    createHash('sha256').update(text).digest('hex'),
    ...keys.map((key) => createHmac('sha256', key).update(text).digest('hex')),
    createHmac('sha256', text).update('').digest('hex'),
  ]
  const numbers = listYearNumbers()
  expect(numbers.length).toBeGreaterThan(10_000)
  const found = numbers.filter((certificateNo) => guessEntry(certificateNo).some((digest) => seen.has(digest)))
  expect(found).toEqual([])
  for (const { text } of records) {
    const { certificateNo } = JSON.parse(text) as { certificateNo: string }
    const ofText = [...guessEntry(text), createHmac('sha256', certificateNo).update(text).digest('hex')]
    expect(ofText.filter((digest) => seen.has(digest))).toEqual([])
  }
  // Holders of the code know the salt, with which each entry is found: the digests above are the right ones.
  const right = records.map(({ salt, text }) =>
    createHmac('sha256', Buffer.from(salt, 'base64')).update(text).digest('hex'),
  )
  expect(new Set(right)).toEqual(seen)
})

it('has unrelated entries when the same certificate is published twice', () => {
  const { checkCode: _code, ...row } = makeCertificateRow(1)
  const answer = {
    state: 'valid' as const,
    certificate: { ...row, version: 1 } as Certificate,
  } satisfies CertificateAnswer
  const [one, other] = [makeRecord(makeText(answer, { pictures: [] })), makeRecord(makeText(answer, { pictures: [] }))]
  expect(one.record.text).toBe(other.record.text)
  expect(one.record.salt).not.toBe(other.record.salt)
  expect(one.entry).not.toBe(other.entry)
})
