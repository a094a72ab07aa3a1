import { getEnding } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import type { RawRecord } from './use-raw-records.ts'

/** Describes raw records for a signatory by number, names and the first digits of their SHA-256; `null` without any. */
export function describeRecords(records: readonly Pick<RawRecord, 'fileName' | 'sha256'>[] = []): string | null {
  if (records.length === 0) return null
  const names = records.map(({ fileName, sha256 }) => `${fileName}（${sha256.slice(0, 8)}）`)
  return `${records.length} 个：${names.join('、')}`
}

const SPECTRUM = /谱|红外|拉曼|紫外.{0,2}可见|荧光|发光|吸收|透射|反射|spectr|raman|infrared|ft-?ir|\buv|xrf|\bpl\b/i
/** Instruments whose print-outs are no spectra, though their names contain a word of the above. */
const OTHERS = /天平|折射仪|显微镜|荧光灯|密度|balance/i
const TABLES = ['csv', 'tsv', 'asc', 'dat', 'dpt', 'prn']

/** Returns whether a raw record may be a spectrum that can be drawn: by its content, names, or an ending of tables. */
export function mayBeSpectrum({
  kind,
  fileName,
  instrument,
}: Pick<RawRecord, 'kind' | 'fileName' | 'instrument'>): boolean {
  if (kind !== 'text') return kind === 'jcamp'
  const isOther = OTHERS.test(instrument ?? fileName)
  return !isOther && (SPECTRUM.test(`${fileName} ${instrument ?? ''}`) || TABLES.includes(getEnding(fileName)))
}
