import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { expect, it } from 'vitest'
import { groupRows } from './certificate-rows.ts'

const bare = {
  certificateNo: 'SH20261103001285',
  version: 1,
  category: 'gemstone',
  conclusion: '红宝石（加热）',
  issuedOn: '2026-11-03',
} satisfies Certificate

const listLabels = (certificate: Certificate) =>
  groupRows(certificate).map(({ title, rows }) => [title, rows.map(({ label }) => label)])

it('leaves out empty lines and empty groups', () => {
  expect(groupRows(bare)).toEqual([])
  expect(listLabels({ ...bare, color: null, lustre: ' ', standards: [], remarks: '无' })).toEqual([['', ['备注']]])
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
  expect(listLabels({ ...bare, ...graded, metal: '18K 金', fineness: 'Au750' })).toEqual([
    ['钻石分级', ['钻石质量', '颜色级别', '净度级别', '切工级别', '抛光级别', '对称级别']],
    ['贵金属', ['贵金属', '纯度']],
  ])
})

it('puts wide lines last in their group', () => {
  const long = '尖晶石结构致密，可见愈合裂隙与管状包体，局部见色带'
  const rows = groupRows({ ...bare, color: long, lustre: '玻璃光泽', spectrum: '无' })[0]?.rows
  expect(rows?.map(({ member, isWide }) => [member, isWide])).toEqual([
    ['lustre', false],
    ['spectrum', false],
    ['color', true],
  ])
})
