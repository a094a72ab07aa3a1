import { describe, expect, it } from 'vitest'
import type { CertificateCategory } from '../certificate-states.ts'
import { findHeading, readRow } from './certificate-row.ts'
import { checkByRules, DEFAULT_RULES } from './certificate-rules.ts'
import { readDeskForm } from './desk-fields.ts'

type Fields = Readonly<Record<string, string>>
const NO = 'SH20261103001285'
const TODAY = '2026-11-30'
const PICTURES = [{ file: 'front.jpg', caption: '正面', widthMm: '20' }]

/** True certificates, one for each category, which the cases below change. */
const TRUE = {
  turquoise: {
    conclusion: '绿松石',
    conclusionEn: 'Turquoise',
    totalMassG: '5.04',
    lengthMm: '22.40',
    widthMm: '16.58',
    heightMm: '11.20',
    shape: '椭圆弧面型',
    color: '蓝绿色',
    refractiveIndex: '1.61（点测）',
    specificGravity: '2.76',
    standards: 'GB/T 16552、GB/T 16553',
  },
  jade: {
    conclusion: '翡翠',
    conclusionEn: 'Jadeite jade (fei cui)',
    totalMassG: '3.52',
    lengthMm: '14.60',
    widthMm: '11.90',
    heightMm: '6.80',
    shape: '椭圆弧面型',
    color: '绿色',
    refractiveIndex: '1.66（点测）',
    specificGravity: '3.33',
    standards: 'GB/T 16552、GB/T 16553',
  },
  gemstone: {
    conclusion: '红宝石',
    conclusionEn: 'Ruby',
    totalMassG: '0.462',
    lengthMm: '8.12',
    widthMm: '6.51',
    heightMm: '4.33',
    shape: '椭圆刻面型',
    color: '红色',
    refractiveIndex: '1.762–1.770',
    双折射率: '0.008',
    specificGravity: '4.00',
    standards: 'GB/T 16552、GB/T 16553',
  },
  diamond: {
    conclusion: '钻石',
    conclusionEn: 'Diamond',
    totalMassG: '0.2024',
    caratMassCt: '1.01',
    lengthMm: '6.44',
    widthMm: '6.41',
    heightMm: '3.96',
    shape: '圆钻型',
    specificGravity: '3.52',
    colorGrade: 'F',
    clarityGrade: 'VS1',
    cutGrade: '极好 EX',
    standards: 'GB/T 16552、GB/T 16553、GB/T 16554',
  },
  organic: {
    conclusion: '海水珍珠',
    conclusionEn: 'Seawater cultured pearl',
    totalMassG: '1.284',
    lengthMm: '9.70',
    widthMm: '9.60',
    shape: '圆形',
    color: '白色',
    specificGravity: '2.74',
    standards: 'GB/T 16552、GB/T 16553、GB/T 18781',
  },
  metal: {
    conclusion: '18K 金戒指',
    conclusionEn: '18K gold ring',
    totalMassG: '3.45',
    metal: '18K 金',
    fineness: 'Au750',
    standards: 'GB 11887、GB/T 18043',
  },
} as const satisfies Record<CertificateCategory, Fields>

/** Findings in the form of the desk: faults and unanswered warnings, by member. */
function findInForm(category: CertificateCategory, fields: Fields): (string | null)[] {
  const { faults, warnings } = readDeskForm(NO, { category, fields, pictures: PICTURES }, TODAY, DEFAULT_RULES)
  return [...faults, ...warnings].map(({ member }) => member)
}

/** Findings in a row of a file, which is not imported with any. */
function findInFile(category: CertificateCategory, fields: Fields): (string | null)[] {
  const cells = Object.entries({ certificateNo: NO, category, issuedOn: '2026-11-24', ...fields }).map(
    ([name, value]) => {
      const heading = findHeading(name)
      if (typeof heading === 'string') throw new Error(heading)
      return [heading, value] as const
    },
  )
  const { faults, warnings } = readRow(cells, 1, TODAY)
  const found = checkByRules(DEFAULT_RULES, category, { ...fields, pictures: PICTURES }, TODAY)
  return [...faults, ...warnings, ...found.faults, ...found.warnings].map(({ member }) => member)
}

/** Four statements about the metal, of which three contradict the first. */
const FALSE_GOLD: Fields = {
  conclusion: '足金戒指',
  conclusionEn: '18K Gold Ring',
  metal: '足金',
  fineness: 'Au999',
  inscription: 'Pt950',
  specificGravity: '11',
}

type Case = readonly [CertificateCategory, changes: Fields, member: string]
const CONTRADICTORY: readonly Case[] = [
  // The name states a treatment, and another text denies it.
  ['jade', { conclusion: '翡翠（漂白、充填）', conclusionEn: '', treatment: '未见优化处理' }, 'treatment'],
  ['jade', { conclusion: '翡翠（漂白、充填）', conclusionEn: '', treatment: '未见处理' }, 'treatment'],
  ['jade', { conclusion: '翡翠（漂白、充填）', conclusionEn: '', remarks: '红外光谱未见充填特征' }, 'remarks'],
  ['jade', { conclusion: '翡翠（染色）', conclusionEn: '', treatment: '未见染色迹象' }, 'treatment'],
  ['jade', { conclusion: '翡翠（处理）', conclusionEn: '', treatment: '未经处理' }, 'treatment'],
  [
    'turquoise',
    { conclusion: '绿松石（充填）', conclusionEn: '', specificGravity: '', treatment: '未处理' },
    'treatment',
  ],
  ['turquoise', { conclusion: '绿松石（充填）', conclusionEn: '', remarks: '样品未见充填、染色迹象' }, 'remarks'],
  ['turquoise', { conclusion: '绿松石（染色）', conclusionEn: '', treatment: '天然' }, 'treatment'],
  ['gemstone', { conclusion: '红宝石（充填）', conclusionEn: '', treatment: '无处理' }, 'treatment'],
  ['gemstone', { conclusion: '蓝宝石（扩散）', conclusionEn: '', color: '蓝色', treatment: '未见扩散' }, 'treatment'],
  ['gemstone', { conclusion: '红宝石（加热）', conclusionEn: '', treatment: '未见加热迹象' }, 'treatment'],
  ['organic', { conclusion: '珍珠（染色）', conclusionEn: '', treatment: '未见染色' }, 'treatment'],
  // Another text states a treatment that the name must state.
  ['jade', { treatment: '漂白、充填处理' }, 'conclusion'],
  ['jade', { treatment: '染色处理' }, 'conclusion'],
  ['jade', { remarks: '红外光谱见有机充填吸收峰' }, 'conclusion'],
  ['turquoise', { treatment: '充填处理' }, 'conclusion'],
  ['turquoise', { remarks: '经染色' }, 'conclusion'],
  ['gemstone', { treatment: '充填' }, 'conclusion'],
  ['gemstone', { conclusion: '蓝宝石', conclusionEn: '', color: '蓝色', treatment: '扩散处理' }, 'conclusion'],
  ['gemstone', { conclusion: '红宝石（染色）', conclusionEn: '', treatment: '充填、染色' }, 'conclusion'],
  ['organic', { conclusion: '珊瑚', conclusionEn: '', specificGravity: '', treatment: '染色' }, 'conclusion'],
  ['organic', { treatment: '辐照' }, 'conclusion'],
  // An artificial material that is called natural.
  ['gemstone', { conclusion: '合成红宝石', conclusionEn: '', treatment: '天然' }, 'treatment'],
  ['gemstone', { conclusion: '合成红宝石', conclusionEn: '', remarks: '天然红宝石' }, 'remarks'],
  ['gemstone', { conclusion: '天然合成红宝石', conclusionEn: '' }, 'conclusion'],
  ['turquoise', { conclusion: '再造绿松石', conclusionEn: '', specificGravity: '', remarks: '天然绿松石' }, 'remarks'],
  ['diamond', { conclusion: '合成钻石', conclusionEn: '', remarks: '天然钻石，I 型' }, 'remarks'],
  // The English name states something else.
  ['jade', { conclusion: '翡翠（漂白、充填）', conclusionEn: 'Jadeite jade, natural, untreated' }, 'conclusionEn'],
  ['jade', { conclusion: '翡翠（漂白、充填）', conclusionEn: 'Jadeite jade' }, 'conclusionEn'],
  ['jade', { conclusion: '翡翠（漂白、充填）', conclusionEn: 'Jadeite jade (dyed)' }, 'conclusionEn'],
  ['jade', { conclusion: '翡翠（处理）', conclusionEn: 'Jadeite jade' }, 'conclusionEn'],
  ['jade', { conclusionEn: 'Jadeite jade (dyed)' }, 'conclusionEn'],
  ['jade', { conclusionEn: 'Nephrite' }, 'conclusionEn'],
  [
    'jade',
    { conclusion: '玛瑙', conclusionEn: 'Jadeite jade', refractiveIndex: '', specificGravity: '' },
    'conclusionEn',
  ],
  [
    'turquoise',
    { conclusion: '绿松石（充填）', conclusionEn: 'Turquoise, no indications of treatment' },
    'conclusionEn',
  ],
  ['turquoise', { conclusion: '绿松石（充填）', conclusionEn: 'Turquoise' }, 'conclusionEn'],
  ['turquoise', { conclusion: '再造绿松石', conclusionEn: 'Turquoise', specificGravity: '' }, 'conclusionEn'],
  ['turquoise', { conclusionEn: 'Synthetic turquoise' }, 'conclusionEn'],
  ['gemstone', { conclusion: '合成红宝石', conclusionEn: 'Ruby' }, 'conclusionEn'],
  ['gemstone', { conclusion: '合成红宝石', conclusionEn: 'Natural ruby' }, 'conclusionEn'],
  ['gemstone', { conclusionEn: 'Laboratory-grown ruby' }, 'conclusionEn'],
  ['gemstone', { conclusion: '红宝石（加热）', conclusionEn: 'Ruby (unheated)' }, 'conclusionEn'],
  ['gemstone', { conclusion: '红宝石（加热）', conclusionEn: 'Ruby' }, 'conclusionEn'],
  ['gemstone', { conclusionEn: 'Sapphire' }, 'conclusionEn'],
  ['gemstone', { conclusionEn: 'Red spinel' }, 'conclusionEn'],
  ['gemstone', { conclusion: '拼合红宝石', conclusionEn: 'Ruby', refractiveIndex: '' }, 'conclusionEn'],
  ['diamond', { conclusion: '合成钻石', conclusionEn: 'Diamond' }, 'conclusionEn'],
  ['diamond', { conclusion: '合成钻石', conclusionEn: 'Natural diamond' }, 'conclusionEn'],
  ['diamond', { conclusionEn: 'Moissanite' }, 'conclusionEn'],
  ['diamond', { conclusionEn: 'Diamond (HPHT)' }, 'conclusionEn'],
  ['organic', { conclusionEn: 'Natural seawater pearl' }, 'conclusionEn'],
  ['organic', { conclusion: '天然珍珠', conclusionEn: 'Cultured pearl' }, 'conclusionEn'],
  ['organic', { conclusion: '珍珠', conclusionEn: 'Natural pearl' }, 'conclusionEn'],
  ['organic', { conclusion: '琥珀', conclusionEn: 'Pressed amber', specificGravity: '1.08' }, 'conclusionEn'],
  ['organic', { conclusion: '珊瑚', conclusionEn: 'Shell', specificGravity: '2.65' }, 'conclusionEn'],
  // Readings that belong to another stone.
  ['diamond', { specificGravity: '4.00' }, 'specificGravity'],
  ['diamond', { refractiveIndex: '1.54' }, 'refractiveIndex'],
  ['gemstone', { refractiveIndex: '1.718' }, 'refractiveIndex'],
  ['gemstone', { 双折射率: '0.020' }, '双折射率'],
  ['gemstone', { 摩氏硬度: '7' }, '摩氏硬度'],
  ['jade', { specificGravity: '2.66' }, 'specificGravity'],
  ['jade', { refractiveIndex: '1.54（点测）' }, 'refractiveIndex'],
  ['turquoise', { specificGravity: '2.10' }, 'specificGravity'],
  ['organic', { specificGravity: '1.05' }, 'specificGravity'],
  // Masses and measurements.
  ['diamond', { totalMassG: '0.50', caratMassCt: '0.50', lengthMm: '', widthMm: '', heightMm: '' }, 'totalMassG'],
  ['diamond', { totalMassG: '0.10' }, 'caratMassCt'],
  ['diamond', { caratMassCt: '2.01', totalMassG: '0.402' }, 'caratMassCt'],
  ['jade', { totalMassG: '35.2' }, 'totalMassG'],
  ['turquoise', { totalMassG: '15.04' }, 'totalMassG'],
  ['gemstone', { totalMassG: '4.62' }, 'totalMassG'],
  ['gemstone', { lengthMm: '6.51', widthMm: '8.12' }, 'lengthMm'],
  ['organic', { shape: '圆形', lengthMm: '14.20' }, 'shape'],
  ['diamond', { lengthMm: '8.44', heightMm: '3.10' }, 'shape'],
  // Colours that the name excludes.
  ['gemstone', { color: '蓝色' }, 'color'],
  ['gemstone', { conclusion: '蓝宝石', conclusionEn: '', color: '红色' }, 'color'],
  [
    'gemstone',
    { conclusion: '祖母绿', conclusionEn: '', color: '紫色', refractiveIndex: '', 双折射率: '', specificGravity: '' },
    'color',
  ],
  [
    'gemstone',
    { conclusion: '紫晶', conclusionEn: '', color: '绿色', refractiveIndex: '', 双折射率: '', specificGravity: '' },
    'color',
  ],
  ['turquoise', { color: '红色' }, 'color'],
  // Features of another origin.
  ['gemstone', { magnification: '弧形生长纹' }, 'magnification'],
  ['gemstone', { magnification: '可见气泡、流动纹' }, 'magnification'],
  ['jade', { magnification: '颜色沿裂隙富集' }, 'magnification'],
  // Grades.
  ['diamond', { cutGrade: 'Super' }, 'cutGrade'],
  ['diamond', { polish: 'AAA' }, 'polish'],
  ['diamond', { symmetry: '完美' }, 'symmetry'],
  ['diamond', { colorGrade: 'Z' }, 'colorGrade'],
  ['diamond', { clarityGrade: 'VVS3' }, 'clarityGrade'],
  ['gemstone', { colorGrade: 'D' }, 'colorGrade'],
  ['jade', { clarityGrade: 'VS1' }, 'clarityGrade'],
  ['turquoise', { surfaceGrade: '微瑕 B' }, 'surfaceGrade'],
  ['diamond', { tablePct: '5.8' }, 'tablePct'],
  // The cut grade is better than polish and symmetry allow, and proportions that nobody cuts.
  ['diamond', { cutGrade: '极好 EX', polish: '差 P', symmetry: '极好 EX' }, 'cutGrade'],
  ['diamond', { cutGrade: 'EX', polish: '极好', symmetry: 'Poor' }, 'symmetry'],
  ['diamond', { cutGrade: 'EX', polish: 'EX', symmetry: 'P' }, 'cutGrade'],
  ['diamond', { cutGrade: '极好 EX', symmetry: '好（G）' }, 'cutGrade'],
  ['diamond', { cutGrade: '很好 VG', polish: '一般 F' }, 'cutGrade'],
  ['diamond', { tablePct: '99' }, 'tablePct'],
  ['diamond', { depthPct: '22' }, 'depthPct'],
  ['diamond', { crownAngleDeg: '70' }, 'crownAngleDeg'],
  ['diamond', { pavilionAngleDeg: '75' }, 'pavilionAngleDeg'],
  // Grades that no standard has.
  ['organic', { pearlLustreGrade: 'T9' }, 'pearlLustreGrade'],
  ['organic', { pearlLustreGrade: '强 A' }, 'pearlLustreGrade'],
  ['organic', { surfaceGrade: '完美' }, 'surfaceGrade'],
  ['organic', { matchingGrade: 'AAA' }, 'matchingGrade'],
  ['jade', { transparencyGrade: 'T9' }, 'transparencyGrade'],
  ['jade', { transparencyGrade: '冰种' }, 'transparencyGrade'],
  ['jade', { textureGrade: '极细 Te9' }, 'textureGrade'],
  ['diamond', { fluorescence: '最强' }, 'fluorescence'],
  ['gemstone', { fluorescence: '长波超强红色，短波弱' }, 'fluorescence'],
  // Metals.
  ['metal', { fineness: 'Au585' }, 'fineness'],
  ['metal', { fineness: 'Pt950' }, 'fineness'],
  ['metal', { fineness: 'Au800' }, 'fineness'],
  ['metal', { conclusion: '22K 金戒指', conclusionEn: '', metal: '22K 金' }, 'fineness'],
  ['metal', { metal: '', fineness: 'Pt950' }, 'conclusion'],
  ['metal', { conclusion: '足金戒指', conclusionEn: '' }, 'conclusion'],
  ['metal', { conclusion: '14K 金戒指', conclusionEn: '' }, 'conclusion'],
  ...['conclusionEn', 'inscription', 'specificGravity'].map((member): Case => ['metal', FALSE_GOLD, member]),
  ['metal', { conclusionEn: 'Platinum ring' }, 'conclusionEn'],
  ['metal', { inscription: 'S925' }, 'inscription'],
  ['metal', { conclusion: '戒指', conclusionEn: 'Ring', inscription: '足金' }, 'inscription'],
  ['metal', { specificGravity: '19.3' }, 'specificGravity'],
  // Standards.
  ['turquoise', { standards: 'GB/T 16552—2010、GB/T 16553' }, 'standards'],
  ['turquoise', { standards: 'GB/T 16522、GB/T 16553' }, 'standards'],
  ['turquoise', { standards: 'GB/T 16553' }, 'standards'],
  ['diamond', { standards: 'GB/T 16552、GB/T 16553' }, 'standards'],
  ['metal', { standards: 'GB/T 18043' }, 'standards'],
  // Days.
  ['jade', { receivedOn: '2027-05-01' }, 'receivedOn'],
  ['jade', { testedOn: '2027-06-01' }, 'testedOn'],
  ['jade', { receivedOn: '2026-11-20', testedOn: '2026-11-18' }, 'testedOn'],
]

const withChanges = (category: CertificateCategory, changes: Fields): Fields => {
  const fields: Fields = { ...TRUE[category], ...changes }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

describe('a contradictory certificate', () => {
  it('has at least eighty kinds in this table', () => {
    expect(CONTRADICTORY.length).toBeGreaterThanOrEqual(80)
  })

  it.each(CONTRADICTORY)('is not published from the desk: %s with %o, found at %s', (category, changes, member) => {
    expect(findInForm(category, withChanges(category, changes))).toContain(member)
  })

  it.each(CONTRADICTORY)('is not imported from a file: %s with %o, found at %s', (category, changes, member) => {
    expect(findInFile(category, withChanges(category, changes))).toContain(member)
  })
})

describe('a true certificate', () => {
  const CONSISTENT: readonly (readonly [CertificateCategory, changes: Fields])[] = [
    ['turquoise', {}],
    [
      'turquoise',
      {
        conclusion: '绿松石（充填）',
        conclusionEn: 'Turquoise (filled)',
        treatment: '充填处理',
        specificGravity: '2.31',
      },
    ],
    [
      'turquoise',
      {
        conclusion: '绿松石（充填）',
        conclusionEn: '',
        treatment: '充填',
        remarks: '红外光谱见 1725 cm⁻¹ 有机充填吸收峰',
      },
    ],
    ['turquoise', { conclusion: '绿松石（染色、充填）', conclusionEn: 'Turquoise (dyed and filled)' }],
    ['turquoise', { conclusion: '绿松石（处理）', conclusionEn: 'Turquoise (treated)' }],
    ['turquoise', { conclusion: '再造绿松石', conclusionEn: 'Reconstructed turquoise', specificGravity: '' }],
    [
      'turquoise',
      {
        conclusion: '绿松石珠链',
        conclusionEn: 'Turquoise bead necklace',
        totalMassG: '48.72',
        shape: '圆珠',
        widthMm: '22.00',
      },
    ],
    ['turquoise', { treatment: '浸蜡', remarks: '样品未见充填、染色迹象' }],
    ['turquoise', { standards: 'GB/T 16552、GB/T 16553、GB/T 36169' }],
    ['turquoise', { standards: 'GB/T 16552—2017、GB/T 16553—2017' }],
    ['jade', {}],
    ['jade', { conclusionEn: 'Feicui (jadeite jade)' }],
    ['jade', { conclusionEn: 'Jadeite' }],
    ['jade', { conclusion: '翡翠手镯', conclusionEn: 'Fei cui bangle', totalMassG: '58.46' }],
    [
      'jade',
      {
        conclusion: '翡翠（漂白、充填）',
        conclusionEn: 'Jadeite jade (bleached and polymer-impregnated)',
        treatment: '漂白、充填处理',
      },
    ],
    ['jade', { conclusion: '翡翠（漂白、充填）手镯', conclusionEn: '', treatment: '漂白、充填' }],
    ['jade', { conclusion: '翡翠（染色）', conclusionEn: 'Jadeite jade (dyed)', treatment: '染色处理' }],
    ['jade', { conclusion: '翡翠（覆膜）', conclusionEn: 'Coated jadeite jade' }],
    ['jade', { treatment: '未见优化处理', remarks: '红外光谱未见有机充填特征峰' }],
    [
      'jade',
      {
        conclusion: '和田玉',
        conclusionEn: 'Nephrite (hetian yu)',
        color: '白色',
        refractiveIndex: '1.61（点测）',
        specificGravity: '2.95',
      },
    ],
    [
      'jade',
      {
        conclusion: '和田玉（碧玉）手镯',
        conclusionEn: 'Nephrite (green) bangle',
        refractiveIndex: '',
        specificGravity: '2.96',
      },
    ],
    [
      'jade',
      {
        conclusion: '玛瑙',
        conclusionEn: 'Agate',
        refractiveIndex: '1.54（点测）',
        specificGravity: '2.61',
        treatment: '热处理',
      },
    ],
    ['jade', { conclusion: '独山玉', conclusionEn: 'Dushan jade', refractiveIndex: '', specificGravity: '2.88' }],
    [
      'jade',
      {
        conclusion: '青金石',
        conclusionEn: 'Lapis lazuli',
        color: '蓝色',
        refractiveIndex: '1.50（点测）',
        specificGravity: '2.75',
      },
    ],
    ['gemstone', {}],
    ['gemstone', { conclusion: '红宝石（加热）', conclusionEn: 'Ruby (heated)', treatment: '热处理' }],
    ['gemstone', { treatment: '热处理' }],
    ['gemstone', { treatment: '未见加热迹象', conclusionEn: 'Ruby, no indications of heating' }],
    ['gemstone', { conclusion: '红宝石（充填）', conclusionEn: 'Ruby (filled)', specificGravity: '3.99' }],
    ['gemstone', { conclusion: '合成红宝石', conclusionEn: 'Synthetic ruby', magnification: '弧形生长纹' }],
    ['gemstone', { conclusion: '合成红宝石', conclusionEn: 'Laboratory-grown ruby' }],
    ['gemstone', { conclusion: '蓝宝石', conclusionEn: 'Sapphire', color: '蓝色' }],
    [
      'gemstone',
      {
        conclusion: '蓝宝石（扩散）',
        conclusionEn: 'Sapphire (diffusion-treated)',
        color: '蓝色',
        treatment: '扩散处理',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '祖母绿',
        conclusionEn: 'Emerald',
        color: '绿色',
        refractiveIndex: '1.577–1.583',
        双折射率: '0.006',
        specificGravity: '2.72',
        treatment: '净度改善（轻微油）',
        totalMassG: '0.384',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '海蓝宝石',
        conclusionEn: 'Aquamarine',
        color: '浅蓝色',
        refractiveIndex: '1.577–1.583',
        双折射率: '0.006',
        specificGravity: '2.70',
        totalMassG: '0.384',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '碧玺',
        conclusionEn: 'Tourmaline',
        color: '绿色',
        refractiveIndex: '1.624–1.644',
        双折射率: '0.020',
        specificGravity: '3.06',
        totalMassG: '0.384',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '尖晶石',
        conclusionEn: 'Spinel',
        refractiveIndex: '1.718',
        双折射率: '',
        specificGravity: '3.60',
        totalMassG: '0.384',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '托帕石（辐照）',
        conclusionEn: 'Topaz (irradiated)',
        color: '蓝色',
        refractiveIndex: '1.619–1.627',
        specificGravity: '3.53',
        treatment: '辐照处理',
        totalMassG: '0.384',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '沙弗莱石（钙铝榴石）',
        conclusionEn: 'Tsavorite',
        color: '绿色',
        refractiveIndex: '1.740',
        双折射率: '',
        specificGravity: '3.61',
        totalMassG: '0.384',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '合成立方氧化锆',
        conclusionEn: 'Synthetic cubic zirconia',
        color: '无色',
        refractiveIndex: '',
        双折射率: '',
        specificGravity: '5.80',
      },
    ],
    [
      'gemstone',
      {
        conclusion: '玻璃',
        conclusionEn: 'Glass',
        refractiveIndex: '1.520',
        双折射率: '',
        specificGravity: '2.50',
        magnification: '可见气泡、流动纹',
        totalMassG: '0.384',
      },
    ],
    ['gemstone', { magnification: '可见两相包体，未见气泡' }],
    ['diamond', {}],
    ['diamond', { cutGrade: '很好 VG', polish: '很好（VG）', symmetry: 'EX' }],
    ['diamond', { cutGrade: '极好 EX', polish: '很好 VG', symmetry: '很好 VG', fluorescence: '无' }],
    ['diamond', { shape: '祖母绿型', tablePct: '70', crownAngleDeg: '15', fluorescence: '强蓝色' }],
    ['diamond', { fluorescence: '长波极强蓝白色，短波弱至中' }],
    ['diamond', { clarityGrade: 'FL', colorGrade: 'D-E' }],
    ['diamond', { tablePct: '58', depthPct: '61.7', crownAngleDeg: '34.5', pavilionAngleDeg: '40.8' }],
    [
      'diamond',
      { conclusion: '合成钻石', conclusionEn: 'Laboratory-grown diamond', standards: 'GB/T 16552、GB/T 16553' },
    ],
    [
      'diamond',
      {
        conclusion: '18K 金钻石戒指',
        conclusionEn: '18K gold diamond ring',
        metal: '18K 金',
        fineness: 'Au750',
        totalMassG: '3.118',
        caratMassCt: '0.30',
        standards: 'GB/T 16552、GB/T 16554、GB 11887',
      },
    ],
    [
      'diamond',
      {
        conclusion: '铂 Pt950 钻石吊坠',
        conclusionEn: 'Pt950 diamond pendant',
        metal: '铂',
        fineness: 'Pt950',
        totalMassG: '2.846',
        caratMassCt: '0.20',
        standards: 'GB/T 16552、GB/T 16554、GB 11887',
      },
    ],
    ['diamond', { standards: 'GB/T 16552、GB/T 16553、GB/T 16554—2017' }],
    ['organic', {}],
    ['organic', { conclusion: '海水珍珠（养殖）', conclusionEn: 'Saltwater cultured pearl' }],
    [
      'organic',
      {
        conclusion: '淡水珍珠（养殖）项链',
        conclusionEn: 'Freshwater cultured pearl necklace',
        totalMassG: '38.62',
        specificGravity: '',
      },
    ],
    ['organic', { conclusion: '珍珠', conclusionEn: 'Cultured pearl' }],
    ['organic', { conclusion: '珍珠', conclusionEn: 'Pearl' }],
    ['organic', { pearlLustreGrade: '强 B', surfaceGrade: '微瑕 B', nacreMm: '0.6' }],
    ['organic', { pearlLustreGrade: '极强（A）', surfaceGrade: '无瑕', matchingGrade: 'B' }],
    ['jade', { transparencyGrade: '亚透明 T2', textureGrade: '极细（Te1）' }],
    ['jade', { transparencyGrade: '半透明', textureGrade: '较细' }],
    ['organic', { conclusion: '天然珍珠', conclusionEn: 'Natural pearl' }],
    [
      'organic',
      { conclusion: '珍珠（染色）', conclusionEn: 'Cultured pearl (dyed)', color: '黑色', treatment: '染色处理' },
    ],
    [
      'organic',
      {
        conclusion: '琥珀',
        conclusionEn: 'Amber',
        color: '黄色',
        specificGravity: '1.08',
        magnification: '气泡、流动纹',
      },
    ],
    [
      'organic',
      {
        conclusion: '琥珀（蜜蜡）手串',
        conclusionEn: 'Amber bead bracelet',
        color: '黄色',
        totalMassG: '24.10',
        specificGravity: '1.06',
      },
    ],
    ['organic', { conclusion: '再造琥珀', conclusionEn: 'Pressed amber', color: '黄色', specificGravity: '' }],
    ['organic', { conclusion: '珊瑚', conclusionEn: 'Coral', color: '红色', specificGravity: '2.65' }],
    ['metal', {}],
    ['metal', { conclusion: '足金手镯', conclusionEn: 'Pure gold bangle', metal: '足金', fineness: 'Au999' }],
    ['metal', { conclusion: '铂 Pt950 戒指', conclusionEn: 'Pt950 ring', metal: '铂', fineness: 'Pt950' }],
    ['metal', { conclusion: '银 Ag925 胸针', conclusionEn: '', metal: '银', fineness: 'Ag925' }],
    [
      'metal',
      {
        conclusion: '足金金条',
        conclusionEn: 'Gold bar',
        metal: '足金',
        fineness: 'Au999.9',
        inscription: 'Au999.9 50g',
      },
    ],
    ['metal', { inscription: '18K', specificGravity: '15.4' }],
    ['metal', { conclusion: '22K 金手链', conclusionEn: '22K gold bracelet', metal: '22K 金', fineness: 'Au916' }],
    ['metal', { conclusion: '9K 金戒指', conclusionEn: '9K gold ring', metal: '9K 金', fineness: 'Au375' }],
    ['metal', { conclusion: '银摆件', conclusionEn: '', metal: '银', fineness: 'Ag800' }],
    ['metal', { conclusion: '足钯戒指', conclusionEn: '', metal: '足钯', fineness: 'Pd990' }],
    // The colour of the metal, and of one of several stones.
    ['metal', { conclusion: '18K 金红宝石戒指', conclusionEn: '', color: '黄色', standards: 'GB 11887、GB/T 16552' }],
    ['jade', { conclusion: '翡翠、红宝石套装', conclusionEn: '', color: '绿色' }],
    ['metal', { conclusion: '18K 白金戒指', conclusionEn: '18K white gold ring', inscription: 'G18K' }],
    [
      'metal',
      {
        conclusion: '银镀金吊坠',
        conclusionEn: 'Gold-plated silver pendant',
        metal: '银',
        fineness: 'Ag925',
        inscription: 'S925',
      },
    ],
    [
      'metal',
      {
        conclusion: '铂金戒指',
        conclusionEn: 'Platinum ring',
        metal: '铂',
        fineness: 'Pt950',
        specificGravity: '20.7',
      },
    ],
  ]

  it('has at least sixty kinds, of every category, in this table', () => {
    expect(CONSISTENT.length).toBeGreaterThanOrEqual(60)
    expect(new Set(CONSISTENT.map(([category]) => category)).size).toBe(6)
  })

  it.each(CONSISTENT)('has no finding: %s with %o', (category, changes) => {
    const fields = withChanges(category, changes)
    const { faults, warnings } = readDeskForm(NO, { category, fields, pictures: PICTURES }, TODAY, DEFAULT_RULES)
    expect([...faults, ...warnings]).toEqual([])
    expect(findInFile(category, fields)).toEqual([])
  })
})

it('gives each contradiction about a metal a warning of its own', () => {
  const { faults, warnings } = readDeskForm(
    NO,
    { category: 'metal', fields: withChanges('metal', FALSE_GOLD), pictures: PICTURES },
    TODAY,
    DEFAULT_RULES,
  )
  expect(faults).toEqual([])
  expect(warnings.map(({ member, text }) => [member, text])).toEqual([
    ['conclusionEn', '英文结论与“足金戒指”不一致：贵金属或其纯度不同，词典译作“fine gold ring”'],
    ['inscription', '印记“Pt950”与结论“足金戒指”不符'],
    ['specificGravity', '按纯度计算，密度应在 18.4–19.8 g/cm³ 之间，现为 11'],
  ])
})

it.each([
  ['18K 金', '750‰', '纯度“750‰”缺元素符号，请写作 Au750'],
  ['', '950', '纯度“950”缺元素符号，请写作 Pt950 或 Pd950'],
])('tells once how to write the fineness: %s, %s', (metal, fineness, text) => {
  const conclusion = metal === '' ? '戒指' : '18K 金戒指'
  const fields = withChanges('metal', { conclusion, conclusionEn: '', metal, fineness })
  const { faults, warnings } = readDeskForm(NO, { category: 'metal', fields, pictures: PICTURES }, TODAY, DEFAULT_RULES)
  expect([...faults, ...warnings].map((one) => one.text)).toEqual([text])
})
