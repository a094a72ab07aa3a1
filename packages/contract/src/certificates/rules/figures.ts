import { GRAMS_PER_CARAT } from '../certificate-states.ts'
import { isLooseStone } from '../loose-stone.ts'
import { findUnofferedGrades, findWrongCut } from './grade-faults.ts'
import { canBeSameMetal, computeAlloyDensity, readMetals } from './metals.ts'
import { findWrongFineness, isFinenessMark } from './plausibility.ts'
import { findSpecies } from './species.ts'
import { readStandardCode, splitStandards } from './standards.ts'
import type { Fault } from './value-faults.ts'

/* Figures and words of one certificate that do not fit each other. They may be true, so they are warnings. */

interface Piece {
  conclusion: string
  shape: string
  getText: (member: string) => string
  getNumber: (member: string) => number | undefined
  isLoose: boolean
  isMetal: boolean
}

function readPiece(values: Readonly<Record<string, unknown>>): Piece {
  const getText = (member: string) => (typeof values[member] === 'string' ? (values[member] as string) : '')
  const getNumber = (member: string) => (typeof values[member] === 'number' ? (values[member] as number) : undefined)
  const [conclusion, shape] = [getText('conclusion'), getText('shape')]
  return {
    conclusion,
    shape,
    getText,
    getNumber,
    isLoose: isLooseStone({ category: getText('category'), conclusion, shape, metal: getText('metal') }),
    isMetal: getText('category') === 'metal',
  }
}

/** Finds figures and words that do not fit each other, or the standards. */
export function findMismatches(values: Readonly<Record<string, unknown>>): Fault[] {
  const piece = readPiece(values)
  if (piece.conclusion === '') return []
  return [
    ...findMassMismatch(piece),
    ...findSizeMismatch(piece),
    ...findColourMismatch(piece),
    ...findInclusionMismatch(piece),
    ...findGradeMismatch(piece),
    ...findUnofferedGrades(piece.getText),
    ...findWrongCut(piece.getText, piece.getNumber),
    ...findMetalMismatch(piece),
    ...findStandardMismatch(values.standards, piece),
  ]
}

/** Permitted difference between carats and grams: the last places of both. */
const MASS_TOLERANCE_G = 0.006
/** Factor by which a stone may exceed the box of its measurements: measurements are rounded. */
const VOLUME_TOLERANCE = 1.15
/** Mass of a round brilliant, ct: diameter² × height × this factor, mm. */
const BRILLIANT_FACTOR = 0.0061
const BRILLIANT_TOLERANCE = 0.2

function findMassMismatch({ conclusion, shape, getNumber, isLoose }: Piece): Fault[] {
  const [carats, grams] = [getNumber('caratMassCt'), getNumber('totalMassG')]
  const [length, width, height] = [getNumber('lengthMm'), getNumber('widthMm'), getNumber('heightMm')]
  const found: Fault[] = []
  if (!isLoose) return found
  if (carats !== undefined && grams !== undefined && grams - carats * GRAMS_PER_CARAT > MASS_TOLERANCE_G) {
    const text = `裸石 ${carats} ct 应为 ${(carats * GRAMS_PER_CARAT).toFixed(4)} g，总质量现为 ${grams} g`
    found.push({ member: 'totalMassG', text })
  }
  if (length === undefined || width === undefined || height === undefined) return found
  const density = getNumber('specificGravity') ?? findSpecies(conclusion)[0]?.specificGravity.to
  const most = density === undefined ? undefined : (density * length * width * height) / 1000
  if (most !== undefined && grams !== undefined && grams > most * VOLUME_TOLERANCE) {
    const text = `按尺寸与密度，总质量不超过 ${most.toFixed(2)} g，现为 ${grams} g`
    found.push({ member: 'totalMassG', text })
  }
  if (carats !== undefined && /圆钻型|圆形明亮/.test(shape) && /钻石/.test(conclusion)) {
    const estimated = ((length + width) / 2) ** 2 * height * BRILLIANT_FACTOR
    if (Math.abs(estimated / carats - 1) > BRILLIANT_TOLERANCE) {
      const text = `按尺寸估算约 ${estimated.toFixed(2)} ct，现为 ${carats} ct`
      found.push({ member: 'caratMassCt', text })
    }
  }
  return found
}

/** Ratio of length to width from which a piece is not round. */
const ROUND_RATIO = 1.1

function findSizeMismatch({ shape, getNumber }: Piece): Fault[] {
  const [length, width] = [getNumber('lengthMm'), getNumber('widthMm')]
  if (length === undefined || width === undefined || !/^(?:标准)?圆(?!环)/.test(shape)) return []
  if (length / width <= ROUND_RATIO) return []
  return [{ member: 'shape', text: `形状为“${shape}”，长 ${length} mm、宽 ${width} mm 相差较大` }]
}

/** Varieties that are named by their colour, with the hues that they may have. */
const COLOURS: readonly (readonly [name: string, hues: RegExp, word: string])[] = [
  ['红宝石', /红|粉|玫瑰/, '红'],
  ['祖母绿', /绿/, '绿'],
  ['海蓝宝石', /蓝/, '蓝'],
  ['紫晶', /紫/, '紫'],
  ['黄晶', /黄|橙|金|褐/, '黄'],
  ['橄榄石', /绿/, '绿'],
  ['翠榴石', /绿/, '绿'],
  ['孔雀石', /绿/, '绿'],
  ['青金石', /蓝/, '蓝'],
  ['绿松石', /蓝|绿|白|黄/, '蓝、绿'],
  ['摩根石', /粉|橙|桃/, '粉、橙'],
]

function findColourMismatch({ conclusion, getText, isMetal }: Piece): Fault[] {
  const colour = getText('color')
  // The colour may be that of another stone, or of the metal.
  if (/[、，]|镶|配/.test(conclusion) || (isMetal && /黄|白|玫瑰|银/.test(colour))) return []
  if (!/[红粉橙黄绿蓝紫褐棕灰黑白青]|无色/.test(colour) || /多色|变色/.test(colour)) return []
  const found = COLOURS.find(([name, hues]) => conclusion.includes(name) && !hues.test(colour))
  if (found) return [{ member: 'color', text: `${found[0]}应为${found[2]}色，现为“${colour}”` }]
  if (/(?:^|[^海])蓝宝石/.test(conclusion) && /^(?:深|浅|鲜|艳|浓|鸽血)*红色?$/.test(colour))
    return [{ member: 'color', text: `红色刚玉为红宝石，颜色现为“${colour}”` }]
  return []
}

/** Features under magnification that a natural stone does not have. */
const DIAGNOSTIC: readonly (readonly [feature: RegExp, of: RegExp, text: string])[] = [
  [/弧形生长纹/, /合成|玻璃/, '弧形生长纹见于焰熔法合成品'],
  [/流动纹|(?:^|[^相])气泡/, /合成|玻璃|充填|琥珀|欧泊|塑料|再造|处理|天然玻璃/, '气泡、流动纹见于玻璃'],
  [/丝网状染色|颜色(?:沿裂隙|呈网状)(?:富集|分布)/, /染色|处理/, '颜色沿裂隙富集见于染色品'],
]

function findInclusionMismatch({ conclusion, getText }: Piece): Fault[] {
  const seen = getText('magnification')
  return DIAGNOSTIC.flatMap(([feature, of, text]) => {
    const clauses = seen.split(/[，,；;。]/).filter((clause) => !/未见|无/.test(clause))
    if (!clauses.some((clause) => feature.test(clause)) || of.test(conclusion)) return []
    return [{ member: 'magnification', text: `${text}，结论现为“${conclusion}”` }]
  })
}

const DIAMOND_MEMBERS = ['caratMassCt', 'colorGrade', 'clarityGrade', 'cutGrade', 'tablePct', 'depthPct']
const PEARL_MEMBERS = ['pearlLustreGrade', 'surfaceGrade', 'matchingGrade', 'nacreMm']

function findGradeMismatch({ conclusion, getText, getNumber }: Piece): Fault[] {
  const warn = (members: readonly string[], stone: string) =>
    members
      .filter((member) => getText(member) !== '' || getNumber(member) !== undefined)
      .map((member) => ({ member, text: `此栏只用于${stone}，结论现为“${conclusion}”` }))
  return [
    ...(/钻/.test(conclusion) ? [] : warn(DIAMOND_MEMBERS, '钻石（GB/T 16554）')),
    ...(/珍珠(?!母)/.test(conclusion) ? [] : warn(PEARL_MEMBERS, '珍珠（GB/T 18781）')),
  ]
}

/** Compares the metal in the name of a piece with its fineness (GB 11887), its hallmark and its density. */
function findMetalMismatch({ conclusion, getText, getNumber, isMetal }: Piece): Fault[] {
  const [fineness, inscription] = [getText('fineness'), getText('inscription')]
  const found: Fault[] = []
  const name = /(?:\d{2}K\s*)?(?:白色金|玫瑰金|黄金|金(?!刚|绿|珊瑚)|铂|银|钯)|足[金铂银]/.exec(conclusion)?.[0]
  if (name !== undefined && fineness !== '' && isFinenessMark(fineness)) {
    const wrong = findWrongFineness(name, fineness)
    found.push(...wrong.map((text) => ({ member: 'conclusion', text: `结论：${text}` })))
  }
  const named = readMetals(conclusion)
  const stated = named.size > 0 ? named : readMetals(`${getText('metal')} ${fineness}`)
  if (!canBeSameMetal(stated, readMetals(inscription))) {
    const text = `印记“${inscription}”与${named.size > 0 ? `结论“${conclusion}”` : '贵金属、纯度'}不符`
    found.push({ member: 'inscription', text })
  }
  const density = getNumber('specificGravity')
  const range = isMetal && findSpecies(conclusion).length === 0 ? computeAlloyDensity(stated) : null
  if (density !== undefined && range && !(density >= range.least && density <= range.most)) {
    const text = `按纯度计算，密度应在 ${range.least.toFixed(1)}–${range.most.toFixed(1)} g/cm³ 之间，现为 ${density}`
    found.push({ member: 'specificGravity', text })
  }
  return found
}

/** Finds standards that the content of a certificate needs and its list lacks. */
function findStandardMismatch(standards: unknown, { conclusion, getText }: Piece): Fault[] {
  const cited = splitStandards(standards).map((one) => readStandardCode(one)?.number)
  if (cited.length === 0) return []
  const found: Fault[] = []
  const needs = (isNeeded: boolean, number: string, why: string) => {
    if (isNeeded && !cited.includes(number))
      found.push({ member: 'standards', text: `${why}，检验依据缺 GB/T ${number}` })
  }
  const isGraded = getText('colorGrade') + getText('clarityGrade') + getText('cutGrade') !== ''
  // The grading standard is for natural diamonds.
  needs(isGraded && !/合成/.test(conclusion), '16554', '写有钻石级别')
  needs(findSpecies(conclusion).length > 0, '16552', '写有珠宝玉石名称')
  if (getText('fineness') !== '' && !cited.includes('11887'))
    found.push({ member: 'standards', text: '写有贵金属纯度，检验依据缺 GB 11887' })
  return found
}
