import { describe, expect, it } from 'vitest'
import { CERTIFICATES, FULL_CERTIFICATE, others } from '#testing/sample-certificates.ts'
import { englishOf, fieldsOf, signaturesOf } from './certificate-fields.ts'

function valueOfField(certificate: Parameters<typeof fieldsOf>[0], label: string): string | undefined {
  return fieldsOf(certificate).find((field) => field.label === label)?.value
}

describe('the table of a certificate', () => {
  it('shows each mass in grams and in carats', () => {
    expect(valueOfField({ ...FULL_CERTIFICATE, totalMassG: 0.2 }, '总质量')).toBe('0.20 g（1.00 ct）')
    expect(valueOfField({ ...FULL_CERTIFICATE, totalMassG: 1024.5 }, '总质量')).toBe('1024.50 g（5122.50 ct）')
    expect(valueOfField({ ...FULL_CERTIFICATE, caratMassCt: 0.31 }, '钻石质量')).toBe('0.31 ct（0.062 g）')
  })

  it('shows the size in one line, and labels the dimensions when one is missing', () => {
    const size = (heightMm: number | null, lengthMm: number | null) =>
      valueOfField({ ...FULL_CERTIFICATE, heightMm, lengthMm }, '尺寸')
    expect(size(6.05, 18.2)).toBe('18.20 × 13.10 × 6.05 mm')
    expect(size(null, 18.2)).toBe('18.20 × 13.10 mm')
    expect(size(6.05, null)).toBe('宽 13.10 mm，高 6.05 mm')
  })

  it('omits only fields without a value', () => {
    const certificate = {
      ...CERTIFICATES.jade,
      remarks: null,
      color: '  ',
      ...others({ 有证: true, 无值: null, 数: 0 }),
    }
    const labels = fieldsOf(certificate).map(({ label }) => label)
    expect(labels).toEqual(['样品类别', '形状', '总质量', '折射率', '密度', '有证', '数'])
    expect(valueOfField(certificate, '有证')).toBe('是')
  })

  it('starts with the grades for a diamond', () => {
    const labels = fieldsOf(CERTIFICATES.diamond).map(({ label }) => label)
    expect(labels.slice(0, 4)).toEqual(['样品类别', '钻石质量', '颜色级别', '净度级别'])
    expect(labels.at(-1)).toBe('检测依据')
  })

  it('takes over values that are too long for their own place', () => {
    const long = '某某珠宝玉石质量监督检验中心检验员'
    const certificate = { ...CERTIFICATES.jade, inspector: long, conclusionEn: 'jade '.repeat(40) }
    expect(valueOfField(certificate, '主检')).toBe(long)
    expect(signaturesOf(certificate).map(({ label }) => label)).toEqual(['审核', '批准', '签发日期'])
    expect(englishOf(certificate)).toBe('')
    expect(valueOfField(certificate, '英文结论')).toBe('jade '.repeat(40).trim())
  })
})
