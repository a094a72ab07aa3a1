import { describe, expect, it } from 'vitest'
import { CERTIFICATE_FIELDS, CERTIFICATE_MEMBERS } from './certificate-fields.ts'
import type { Certificate } from './certificates.ts'
import { formatEnglishValue, formatMass, formatSize, toPrintedRows } from './printed-rows.ts'

const bareCertificate = {
  certificateNo: 'SH20261103001285',
  version: 1,
  category: 'gemstone',
  conclusion: '红宝石（加热）',
  issuedOn: '2026-11-03',
} satisfies Certificate

const findRow = (certificate: Partial<Certificate> & Record<string, unknown>, member: string) =>
  toPrintedRows({ ...bareCertificate, ...certificate } as Certificate).find((row) => row.member === member)

describe('the printed rows of a certificate', () => {
  it('print a mass in grams and carats, with the weighed decimals', () => {
    expect(formatMass({ totalMassG: 12.36 })).toBe('12.36\u00a0g（61.80\u00a0ct）')
    expect(formatMass({ totalMassG: 12.3457 })).toBe('12.3457\u00a0g（61.729\u00a0ct）')
    expect(formatMass({ totalMassG: 0.2 })).toBe('0.20\u00a0g（1.00\u00a0ct）')
    expect(formatMass({ totalMassG: 1024.5 })).toBe('1024.50\u00a0g（5122.50\u00a0ct）')
    expect(formatMass({ totalMassG: null })).toBe('')
    expect(formatMass({ totalMassG: 23.56, conclusion: '翡翠手镯' })).toBe('23.56\u00a0g')
    expect(formatMass({ totalMassG: 23.56, conclusion: '翡翠', shape: '圆形手镯' })).toBe('23.56\u00a0g')
    expect(formatMass({ totalMassG: 23.56, conclusion: '软玉', shape: '雕件' })).toBe('23.56\u00a0g')
    expect(formatMass({ totalMassG: 3.45, conclusion: '红宝石', metal: '18K 金' })).toBe('3.45\u00a0g')
    expect(findRow({ caratMassCt: 0.31 }, 'caratMassCt')?.value).toBe('0.31\u00a0ct（0.062\u00a0g）')
  })

  it('print numbers with the digits as typed', () => {
    const printed = { totalMassG: '12.500', specificGravity: '3.900', lengthMm: '8.0' }
    const certificate = { totalMassG: 12.5, specificGravity: 3.9, lengthMm: 8, printed }
    expect(formatMass(certificate)).toBe('12.500\u00a0g（62.50\u00a0ct）')
    expect(formatSize(certificate)).toBe('长 8.0\u00a0mm')
    expect(findRow(certificate, 'specificGravity')?.value).toBe('3.900\u00a0g/cm³')
    expect(findRow(certificate, 'printed')).toBeUndefined()
  })

  it('name each length when one of them is missing, so that a height is not read as a width', () => {
    const [lengthMm, widthMm, heightMm] = [18.42, 14.1, 6.85]
    expect(formatSize({ lengthMm, widthMm, heightMm })).toBe('18.42 × 14.10 × 6.85\u00a0mm')
    expect(formatSize({ lengthMm, widthMm })).toBe('18.42 × 14.10\u00a0mm')
    expect(formatSize({ lengthMm, heightMm })).toBe('长 18.42\u00a0mm，高 6.85\u00a0mm')
    expect(formatSize({ lengthMm, heightMm }, 'labelEn')).toBe('Length 18.42\u00a0mm, Height 6.85\u00a0mm')
    expect(findRow({}, 'size')).toBeUndefined()
  })

  it('contain every member of the contract that has a value, and the lengths in one row', () => {
    const values = CERTIFICATE_MEMBERS.map((member) => [
      member,
      CERTIFICATE_FIELDS[member].cell === 'number' ? 1 : '值',
    ])
    const certificate = { ...Object.fromEntries(values), ...bareCertificate, standards: ['GB/T 16553'] } as Certificate
    const lengths = ['lengthMm', 'widthMm', 'heightMm']
    const expected = CERTIFICATE_MEMBERS.flatMap((member) => {
      if (lengths.includes(member) || member === 'pictures') return []
      return member === 'totalMassG' ? [member, 'size'] : [member]
    })
    expect(toPrintedRows(certificate).map(({ member }) => member)).toEqual(expected)
  })

  it('contain free members under their own names, and leave out empty values', () => {
    const others = { 拉曼光谱: '1042 cm⁻¹ 强峰', 双折射率: 0.008, 复检: true, 空: '', color: null, lustre: ' ' }
    const rows = toPrintedRows({ ...bareCertificate, ...others } as Certificate)
    expect(rows.filter(({ group }) => group === 'free').map(({ label, value }) => [label, value])).toEqual([
      ['拉曼光谱', '1042 cm⁻¹ 强峰'],
      ['双折射率', '0.008'],
      ['复检', '是'],
    ])
    expect(rows.some(({ member }) => member === 'color' || member === 'lustre')).toBe(false)
  })

  it('have English values, but keep Chinese for a word without a certain translation', () => {
    const findEnglishValue = (certificate: Record<string, unknown>, member: string) => {
      const row = findRow(certificate, member)
      return row && formatEnglishValue(row)
    }
    expect(findEnglishValue({}, 'issuedOn')).toBe('3 Nov 2026')
    expect(findEnglishValue({ totalMassG: 12.36 }, 'totalMassG')).toBe('12.36\u00a0g (61.80\u00a0ct)')
    expect(findEnglishValue({}, 'category')).toBe('Gemstone')
    expect(findEnglishValue({ color: '绿色' }, 'color')).toBe('Green')
    expect(findEnglishValue({ color: '竹青' }, 'color')).toBe('竹青')
  })
})

it('have a label in both languages for every field, and no label twice', () => {
  const fields = Object.values(CERTIFICATE_FIELDS)
  for (const { label, labelEn } of fields) {
    expect(label).toMatch(/^\p{Script=Han}+$/u)
    expect(labelEn).toMatch(/^[A-Z][A-Za-z. ]+$/)
  }
  expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length)
  expect(fields.filter(({ card }) => card === 'always').map(({ label }) => label)).toEqual(['优化处理', '备注'])
})
