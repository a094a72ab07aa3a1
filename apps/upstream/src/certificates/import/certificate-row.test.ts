import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import {
  type CertificateRow,
  findHeading,
  type Heading,
  readRow,
} from '@portal/contract/certificates/rules/certificate-row.ts'
import { findSpecies, SPECIES } from '@portal/contract/certificates/rules/species.ts'
import { describe, expect, it } from 'vitest'
import { makeCertificateRow } from '#testing/certificate-files.ts'

function check(fields: Record<string, unknown>): CertificateRow | string[] {
  const cells = Object.entries(fields).map(([name, value]) => {
    const heading = findHeading(name)
    if (typeof heading === 'string') throw new Error(heading)
    return [heading, value] as const satisfies [Heading, unknown]
  })
  const { row, faults, warnings } = readRow(cells, 2, '2026-11-30')
  const texts = [...faults, ...warnings].map(({ text }) => text)
  return texts.length > 0 ? texts : row
}

function parseValid(fields: Record<string, unknown>): CertificateRow {
  const row = check(fields)
  if (Array.isArray(row)) throw new Error(row.join('\n'))
  return row
}

const makeGem = (conclusion: string, refractiveIndex?: string, specificGravity?: number) =>
  makeCertificateRow(1, { category: 'gemstone', conclusion, refractiveIndex, specificGravity })

describe('a row', () => {
  it('is read with Chinese headings and common spellings of values', () => {
    const row = parseValid({
      '证书编号 ': `证书编号：${makeCertificateNo('20261103', 1)}`,
      核对码: '７k3m-9q',
      状态: '有效',
      类别: '绿松石',
      检验结论: ' 绿松石 ',
      '总质量(g)': '１.36',
      '尺寸（mm）': '18.2×13.4×6.1',
      折射率: '1.61（点测）',
      检验依据: 'GB/T 16552、GB/T 16553',
      收样日期: '2026/11/1',
      签发日期: '2026年11月3日',
      拉曼光谱: '1042 cm⁻¹ 强峰',
    })
    expect(row).toMatchObject({
      checkCode: '7K3M9Q',
      state: 'published',
      category: 'turquoise',
      receivedOn: '2026-11-01',
    })
    expect(row.body).toEqual({
      category: 'turquoise',
      conclusion: '绿松石',
      totalMassG: 1.36,
      lengthMm: 18.2,
      widthMm: 13.4,
      heightMm: 6.1,
      refractiveIndex: '1.61（点测）',
      standards: ['GB/T 16552', 'GB/T 16553'],
      receivedOn: '2026-11-01',
      issuedOn: '2026-11-03',
      拉曼光谱: '1042 cm⁻¹ 强峰',
      printed: { totalMassG: '1.36', lengthMm: '18.2', widthMm: '13.4', heightMm: '6.1' },
    })
  })

  it('needs no content to withdraw a certificate', () => {
    const row = parseValid({
      证书编号: makeCertificateNo('20261103', 1),
      状态: '已撤销',
      变更原因: '登记有误',
      变更日期: '2026-11-09',
    })
    expect(row).toMatchObject({ state: 'withdrawn', body: null, checkCode: null })
  })

  it('has the same JSON for every order of its columns', () => {
    const fields = makeCertificateRow(1, { 甲: '1', 乙: '2' })
    const turned = Object.fromEntries(Object.entries(fields).reverse())
    expect(JSON.stringify(parseValid(turned).body)).toBe(JSON.stringify(parseValid(fields).body))
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no number', { certificateNo: '' }, '缺少证书编号'],
    ['a mistyped number', { certificateNo: 'SH20261103001284' }, '证书编号“SH20261103001284”校验位不符'],
    ['a number that is too short', { certificateNo: 'SH2026110300128' }, '证书编号“SH2026110300128”位数不足 16 位'],
    ['a number with another prefix', { certificateNo: 'GD20261103001284' }, '应以 SH 开头'],
    ['a number with an impossible date', { certificateNo: makeCertificateNo('20260231', 1) }, '中的日期不是真实日期'],
    ['a code with a confusable character', { checkCode: '7K3M9O' }, '核对码应为 6 位'],
    ['no conclusion', { conclusion: null }, '缺少检验结论'],
    ['no category', { category: '' }, '缺少样品类别'],
    [
      'an unknown category',
      { category: '玻璃' },
      '类别应为宝石、玉石、绿松石、钻石、有机宝石、贵金属饰品之一，现为“玻璃”',
    ],
    ['no day of issue', { issuedOn: undefined }, '缺少签发日期'],
    ['an unknown state', { state: '有效期内' }, '状态应为有效、已换发、已撤销、检验中、未发布之一'],
    ['an impossible date', { issuedOn: '2026-02-30' }, '签发日期“2026-02-30”不是真实日期'],
    ['a date in another format', { testedOn: '03-11-2026' }, '检验日期应如 2026-11-03，现为“03-11-2026”'],
    ['dates out of order', { receivedOn: '2026-11-03' }, '检验日期 2026-11-02 早于收样日期 2026-11-03'],
    ['a test after its issue', { testedOn: '2026-11-04' }, '签发日期 2026-11-03 早于检验日期 2026-11-04'],
    ['a day of receipt in the future', { receivedOn: '2027-05-01' }, '收样日期 2027-05-01 晚于今天 2026-11-30'],
    ['an issue in the future', { issuedOn: '2026-12-01' }, '签发日期 2026-12-01 晚于今天 2026-11-30'],
    ['an issue before its number', { issuedOn: '2026-11-02' }, '签发日期 2026-11-02 早于证书编号中的日期 2026-11-03'],
    ['a text for a number', { totalMassG: '12,36' }, '总质量（g）应为数，现为“12,36”'],
    ['a mass of zero', { totalMassG: 0 }, '总质量（g）应在 0.0001–100000 之间，现为 0'],
    ['a negative size', { lengthMm: -1 }, '长（mm）应在 0.01–2000 之间，现为 -1'],
    ['a width above its length', { lengthMm: 3, widthMm: 4 }, '长（mm）3 小于宽（mm）4'],
    ['sizes that cannot be read', { sizes: '18.2' }, '尺寸（mm）应如 18.20×13.40×6.10'],
    ['a conclusion that is too long', { conclusion: '石'.repeat(81) }, '检验结论不超过 80 字，现为 81 字'],
    ['characters that cannot be shown', { remarks: 'a\u0000b' }, '备注含有无法显示的字符'],
    ['a list for a text', { remarks: ['a'] }, '备注应为文字'],
    ['an index in an unknown format', { refractiveIndex: '约一点六' }, '折射率“约一点六”无法识别'],
    ['an unknown fineness', { metal: '18K 金', fineness: 'Au800' }, '纯度“Au800”不在 GB 11887 所列之内'],
    ['a metal and another fineness', { metal: '18K 金', fineness: 'Au585' }, '18K 金的纯度应为 Au750，现为 Au585'],
    ['another metal', { metal: '铂金', fineness: 'Au750' }, '贵金属“铂金”与纯度 Au750 不符'],
    ['足金 below 990', { metal: '足金', fineness: 'Au750' }, '足金的纯度应不低于 990‰，现为 Au750'],
    ['a wrong colour grade', { colorGrade: 'A' }, '颜色级别应为 D–N 或 <N，现为“A”'],
    ['a wrong clarity grade', { clarityGrade: 'VVS3' }, '净度级别应为 LC'],
    ['a diamond heavier than its ring', { caratMassCt: 70 }, '钻石质量 70 ct 重于总质量 12.36 g'],
    ['a withdrawal without reason', { state: 'withdrawn', changedOn: '2026-11-05' }, '缺少变更原因'],
    ['a reissue without number', { state: 'reissued', changedOn: '2026-11-05' }, '缺少新证书编号'],
    [
      'a change before the issue',
      { state: 'withdrawn', reason: 'x', changedOn: '2026-11-02' },
      '变更日期 2026-11-02 早于签发日期 2026-11-03',
    ],
    ['a path for a picture', { pictures: '../a.png' }, '图片应写图片文件名，不含路径'],
    ['too many pictures', { pictures: Array.from({ length: 9 }, () => 'a.png') }, '图片不超过 8 张'],
    ['too many standards', { standards: Array.from({ length: 13 }, () => 'GB') }, '检验依据不超过 12 项'],
  ])('is refused with the reason when it has %s', (_title, changes, reason) => {
    const faults = check(makeCertificateRow(1, changes))
    expect(faults).toContainEqual(expect.stringContaining(reason))
  })

  it('reports all errors of a row', () => {
    expect(check(makeCertificateRow(1, { conclusion: '', totalMassG: 'x', issuedOn: '2026-13-01' }))).toHaveLength(3)
  })
})

describe('a heading', () => {
  it('is kept under its own name when it is unknown, and refused when it is reserved or malformed', () => {
    expect(findHeading('拉曼光谱')).toMatchObject({ member: '拉曼光谱', kind: 'free' })
    expect(findHeading('双折射率（Nd）')).toMatchObject({ kind: 'free' })
    for (const name of ['', '<b>', 'a'.repeat(41), 'version', '1']) expect(findHeading(name), name).toMatch(/不能使用/)
  })
})

describe('plausibility', () => {
  it('refuses an index of 1.54 for a diamond, and names the right one', () => {
    expect(check(makeGem('钻石', '1.54'))).toEqual(['钻石折射率应为 2.417，现为 1.54'])
  })

  it('refuses a density outside the range of the species', () => {
    expect(check(makeGem('翡翠', '1.66（点测）', 2.65))).toEqual(['翡翠密度应为 3.34（+0.06/−0.09） g/cm³，现为 2.65'])
  })

  it.each<[string, string | undefined, number | undefined]>([
    ['钻石', '>1.78', 3.52],
    ['红宝石（加热）', '1.762–1.770', 4.0],
    ['海蓝宝石', '1.577-1.583', 2.71],
    ['翡翠', '1.66（点测）', 3.33],
    ['和田玉', '点测 1.61', 2.95],
    ['玉髓（玛瑙）', '1.54（点测）', 2.61],
    ['绿松石', '1.60(点测)', 2.6],
    ['绿松石（充填）', '1.56（点测）', 2.1],
    ['仿绿松石', '1.50', 1.8],
    ['淡水珍珠', '不可测', 2.7],
    ['铁铝榴石', '>1.78', 4.05],
    ['18K 金钻石红宝石戒指', '1.762–1.770', undefined],
    ['柱星叶石', '1.700', 3.1],
    ['锆石', '1.815', 4.0],
    ['石英质玉', '1.53（点测）', 2.6],
  ])('accepts %s at %s and %s', (conclusion, refractiveIndex, specificGravity) => {
    expect(Array.isArray(check(makeGem(conclusion, refractiveIndex, specificGravity)))).toBe(false)
  })

  it.each<[string, string | undefined, number | undefined]>([
    ['海蓝宝石', '1.762–1.770', undefined],
    ['蓝宝石', '1.577–1.583', undefined],
    ['翡翠', '1.54（点测）', undefined],
    ['尖晶石', '>1.78', undefined],
    ['橄榄石', '1.654–1.590', undefined],
    ['琥珀', undefined, 1.25],
    ['天然红宝石', '1.718', 3.6],
  ])('refuses %s at %s and %s', (conclusion, refractiveIndex, specificGravity) => {
    expect(Array.isArray(check(makeGem(conclusion, refractiveIndex, specificGravity)))).toBe(true)
  })

  it('finds each species by its names', () => {
    for (const species of SPECIES) for (const name of species.names) expect(findSpecies(name), name).toEqual([species])
  })

  it('compares birefringence and hardness too', () => {
    expect(check({ ...makeGem('红宝石'), 双折射率: 0.02, 摩氏硬度: '7' })).toEqual([
      expect.stringContaining('双折射率应为'),
      expect.stringContaining('摩氏硬度应为'),
    ])
  })
})
