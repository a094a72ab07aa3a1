import type { RawRecord } from './use-raw-records.ts'

/** Describes raw records for a signatory by number, names and the first digits of their SHA-256; `null` without any. */
export function describeRecords(records: readonly Pick<RawRecord, 'fileName' | 'sha256'>[] = []): string | null {
  if (records.length === 0) return null
  const names = records.map(({ fileName, sha256 }) => `${fileName}（${sha256.slice(0, 8)}）`)
  return `${records.length} 个：${names.join('、')}`
}
