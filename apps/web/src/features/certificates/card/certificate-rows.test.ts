import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { expect, it } from 'vitest'
import { certificateGroups, formatMass, formatSize } from './certificate-rows.ts'

const bare = {
  certificateNo: 'SH20261103001285',
  version: 1,
  category: 'gemstone',
  conclusion: '红宝石（加热）',
  issuedOn: '2026-11-03',
} satisfies Certificate

const namesOf = (certificate: Certificate) =>
  certificateGroups(certificate).map(({ title, rows }) => [title, rows.map(({ label }) => label)])

it('formats the mass in grams and carats, with the decimals that were weighed', () => {
  expect(formatMass({ totalMassG: 12.36 })).toBe('12.36\u00a0g（61.80\u00a0ct）')
  expect(formatMass({ totalMassG: 1.2345 })).toBe('1.2345\u00a0g（6.1725\u00a0ct）')
  expect(formatMass({ totalMassG: 0.2 })).toBe('0.20\u00a0g（1.00\u00a0ct）')
  expect(formatMass({ totalMassG: null })).toBe('')
})

it('prints numbers with the digits that were typed', () => {
  const certificate = {
    ...bare,
    totalMassG: 12.5,
    specificGravity: 3.9,
    lengthMm: 8,
    printed: { totalMassG: '12.500' },
  }
  expect(formatMass(certificate)).toBe('12.500\u00a0g（62.50\u00a0ct）')
  const printed = { specificGravity: '3.900', lengthMm: '8.0' }
  expect(formatSize({ ...certificate, printed })).toBe('8.0\u00a0mm')
  const rows = certificateGroups({ ...certificate, printed }).flatMap(({ rows: all }) => all)
  expect(rows.find(({ label }) => label === '密度')?.value).toBe('3.900\u00a0g/cm³')
  expect(rows.map(({ name }) => name)).not.toContain('printed')
})

it('formats the measured lengths', () => {
  expect(formatSize({ ...bare, lengthMm: 18.42, widthMm: 14.1, heightMm: 6.85 })).toBe('18.42 × 14.10 × 6.85\u00a0mm')
  expect(formatSize({ ...bare, lengthMm: 6.5, widthMm: null })).toBe('6.50\u00a0mm')
})

it('leaves out empty lines and empty groups', () => {
  expect(certificateGroups(bare)).toEqual([])
  expect(namesOf({ ...bare, color: null, lustre: ' ', standards: [], remarks: '无' })).toEqual([['', ['备注']]])
})

it('groups the grades of diamonds and the metal of jewellery', () => {
  const graded = {
    caratMassCt: 1.02,
    colorGrade: 'F',
    clarityGrade: 'VS1',
    cutGrade: '极好',
    polish: '很好',
    symmetry: '好',
  }
  expect(namesOf({ ...bare, ...graded, metal: '18K 金', fineness: 'Au750' })).toEqual([
    ['钻石分级', ['钻石质量', '颜色级别', '净度级别', '切工级别', '抛光级别', '对称级别']],
    ['贵金属', ['材质', '纯度']],
  ])
})

it('shows members that the contract does not name under their own names', () => {
  const others = { 拉曼光谱: '1042 cm⁻¹ 强峰', birefringence: 0.008, 复检: true, 空: '' }
  const rows = certificateGroups({ ...bare, ...others }).flatMap((group) => group.rows)
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ['拉曼光谱', '1042 cm⁻¹ 强峰'],
    ['birefringence', '0.008'],
    ['复检', '是'],
  ])
})

it('puts wide lines last in their group', () => {
  const long = '尖晶石结构致密，可见愈合裂隙与管状包体，局部见色带'
  const rows = certificateGroups({ ...bare, color: long, lustre: '玻璃光泽', spectrum: '无' })[0]?.rows
  expect(rows?.map(({ name, isWide }) => [name, isWide])).toEqual([
    ['lustre', false],
    ['spectrum', false],
    ['color', true],
  ])
})
