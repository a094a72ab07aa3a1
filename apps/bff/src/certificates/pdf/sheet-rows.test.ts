import { describe, expect, it } from 'vitest'
import { addUnnamedMembers, CERTIFICATES } from '#testing/sample-certificates.ts'
import { getEnglishConclusion, listSignatureRows, listTableRows } from './sheet-rows.ts'

function findValue(certificate: Parameters<typeof listTableRows>[0], label: string): string | undefined {
  return listTableRows(certificate).find((row) => row.label === label)?.value
}

describe('the table of a certificate', () => {
  it('omits only fields without a value', () => {
    const certificate = {
      ...CERTIFICATES.jade,
      remarks: null,
      color: '  ',
      ...addUnnamedMembers({ 有证: true, 无值: null, 数: 0 }),
    }
    const labels = listTableRows(certificate).map(({ label }) => label)
    expect(labels).toEqual(['样品类别', '形状', '总质量', '折射率', '密度', '有证', '数'])
    expect(findValue(certificate, '有证')).toBe('是')
  })

  it('starts with the grades for a diamond', () => {
    const labels = listTableRows(CERTIFICATES.diamond).map(({ label }) => label)
    expect(labels.slice(0, 4)).toEqual(['样品类别', '钻石质量', '颜色级别', '净度级别'])
    expect(labels.at(-1)).toBe('检验依据')
  })

  it('includes the signatures that are too long for the foot', () => {
    const long = '某某珠宝玉石质量监督检验中心检验员'
    const certificate = { ...CERTIFICATES.jade, inspector: long, conclusionEn: 'jade '.repeat(40) }
    expect(findValue(certificate, '主检')).toBe(long)
    expect(listSignatureRows(certificate).map(({ label }) => label)).toEqual(['审核', '批准', '签发日期'])
    expect(getEnglishConclusion(certificate)).toBe('')
    expect(findValue(certificate, '英文结论')).toBe('jade '.repeat(40).trim())
  })
})
