import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE_ALPHABET, makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'

/** Makes a row of an import: a certificate that passes every check, with changes. */
export function makeCertificateRow(serial: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    certificateNo: makeCertificateNo('20261103', serial),
    checkCode: getTestCode(serial),
    category: 'turquoise',
    conclusion: '绿松石',
    shape: '椭圆弧面型',
    totalMassG: 12.36,
    refractiveIndex: '1.61（点测）',
    specificGravity: 2.76,
    standards: ['GB/T 16552', 'GB/T 16553'],
    receivedOn: '2026-11-01',
    testedOn: '2026-11-02',
    issuedOn: '2026-11-03',
    inspector: '周观澜',
    ...changes,
  }
}

/** Returns the check code of a row with this serial number. */
export function getTestCode(serial: number): string {
  let rest = serial * 7919 + 17
  return Array.from({ length: 6 }, () => {
    const character = CODE_ALPHABET[rest % CODE_ALPHABET.length] ?? ''
    rest = Math.floor(rest / CODE_ALPHABET.length) + 977
    return character
  }).join('')
}

/** Writes these rows as a JSONL file. @returns its path */
export function writeRows(folder: string, rows: readonly object[], name = 'certificates.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}
