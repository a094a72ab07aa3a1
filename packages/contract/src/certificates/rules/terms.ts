import type { CertificateCategory } from '../certificate-states.ts'

/** A name of the standard (GB/T 16552) for the field 检验结论. */
export interface Term {
  name: string
  kind: 'natural' | 'cultured' | 'treated' | 'artificial'
  /** Requirement of the standard for treatments and notes; Chinese, one line. */
  demand: string
}

export interface Family {
  name: string
  category: CertificateCategory
  /** 优化 (enhancements): accepted, the name does not change. */
  enhancements: readonly string[]
  /** 处理 (treatments): the name adds them in brackets. */
  treatments: readonly string[]
  isSynthesised: boolean
  isReconstructed: boolean
  isCultured: boolean
}

type Line = [
  name: string,
  category: CertificateCategory,
  enhancements?: string,
  treatments?: string,
  made?: '合成' | '再造' | '养殖',
]

/**
 * Natural stones with the treatments that the laboratory's own pages class as 优化 or 处理. A method in neither class is left out,
 * and 处理 alone stands for it.
 */
const LINES: readonly Line[] = [
  ['红宝石', 'gemstone', '热处理', '充填|扩散|染色', '合成'],
  ['蓝宝石', 'gemstone', '热处理', '扩散|充填', '合成'],
  ['祖母绿', 'gemstone', '', '染色|覆膜', '合成'],
  ['海蓝宝石', 'gemstone', '热处理', '充填'],
  ['金绿宝石', 'gemstone', '', '辐照'],
  ['变石', 'gemstone', '', '', '合成'],
  ['尖晶石', 'gemstone', '', '', '合成'],
  ['碧玺', 'gemstone', '', '染色|覆膜'],
  ['托帕石', 'gemstone'],
  ['橄榄石', 'gemstone'],
  ['锆石', 'gemstone', '热处理'],
  ['镁铝榴石', 'gemstone'],
  ['铁铝榴石', 'gemstone'],
  ['锰铝榴石', 'gemstone'],
  ['钙铝榴石', 'gemstone'],
  ['翠榴石', 'gemstone', '热处理'],
  ['水晶', 'gemstone'],
  ['紫晶', 'gemstone', '热处理', '', '合成'],
  ['黄晶', 'gemstone'],
  ['月光石', 'gemstone'],
  ['欧泊', 'gemstone', '', '', '合成'],
  ['翡翠', 'jade', '热处理', '漂白、充填|染色|覆膜'],
  ['和田玉', 'jade', '浸蜡', '染色'],
  ['玛瑙', 'jade', '热处理', '染色'],
  ['玉髓', 'jade', '热处理', '染色'],
  ['青金石', 'jade', '浸蜡、浸无色油', '染色'],
  ['蛇纹石', 'jade'],
  ['独山玉', 'jade'],
  ['孔雀石', 'jade'],
  ['绿松石', 'turquoise', '浸蜡', '充填|染色|染色、充填', '再造'],
  ['钻石', 'diamond', '', '', '合成'],
  // 珍珠 means a cultured pearl; a natural one must be called so.
  ['珍珠', 'organic', '漂白、增白', '染色|辐照', '养殖'],
  ['海水珍珠', 'organic', '漂白、增白', '染色|辐照', '养殖'],
  ['淡水珍珠', 'organic', '漂白、增白', '染色|辐照', '养殖'],
  ['天然珍珠', 'organic'],
  ['琥珀', 'organic', '热处理', '染色'],
  ['珊瑚', 'organic', '漂白、浸蜡', '染色|充填'],
]
const FAMILIES: readonly Family[] = LINES.map(([name, category, enhancements = '', treatments = '', made]) => ({
  name,
  category,
  enhancements: enhancements.split('、').filter(Boolean),
  treatments: treatments.split('|').filter(Boolean),
  isSynthesised: made === '合成',
  isReconstructed: made === '再造',
  isCultured: made === '养殖',
}))
/** Materials that have no natural stone of the same name. */
const MADE: readonly string[] = ['合成立方氧化锆', '合成碳硅石', '玻璃']

const UNNAMED = '处理'

const UNTREATED: readonly Term['kind'][] = ['natural', 'cultured']

function listFamilyTerms(family: Family): Term[] {
  const { name, enhancements, treatments, isSynthesised, isReconstructed, isCultured } = family
  const only = enhancements.length > 0 ? `，或仅${enhancements.join('、')}（属优化，名称不注）` : ''
  return [
    { name, kind: isCultured ? 'cultured' : 'natural', demand: `${isCultured ? '养殖珍珠；' : ''}未见处理迹象${only}` },
    ...treatments.map((method) => ({
      name: `${name}（${method}）`,
      kind: 'treated' as const,
      demand: method.includes('充填') ? '属处理，名称须注明；备注写充填物' : `属处理，名称须注明；备注写${method}`,
    })),
    { name: `${name}（${UNNAMED}）`, kind: 'treated', demand: '确知经处理而方法不详；备注尽量说明' },
    ...(isSynthesised ? [{ name: `合成${name}`, kind: 'artificial' as const, demand: '人工合成；前冠“合成”' }] : []),
    ...(isReconstructed
      ? [{ name: `再造${name}`, kind: 'artificial' as const, demand: '碎块或粉末压结；前冠“再造”' }]
      : []),
  ]
}

/** Every name that the form offers. */
export const TERMS: readonly (Term & { family: string; category: CertificateCategory | null })[] = [
  ...FAMILIES.flatMap((family) =>
    listFamilyTerms(family).map((term) => ({ ...term, family: family.name, category: family.category })),
  ),
  ...MADE.map((name) => ({ name, kind: 'artificial' as const, demand: '人工材料', family: name, category: null })),
]

/**
 * Lists names for the typed text: the whole family of a stone; names that contain the text, those of the category first; without
 * a text, all untreated stones of the category.
 */
export function listTerms(category: CertificateCategory, typed: string): Term[] {
  const text = typed.trim()
  if (text === '') return TERMS.filter((term) => term.category === category && UNTREATED.includes(term.kind))
  const rank = ({ name, category: own }: (typeof TERMS)[number]) =>
    Number(own !== category) + 2 * Number(!name.startsWith(text))
  return TERMS.filter(({ name }) => name.includes(text)).sort((one, other) => rank(one) - rank(other))
}

/** Lists the names of treated stones of a family, for a conclusion that a reading contradicts. */
export function listTreatedNames(conclusion: string): string[] {
  return TERMS.filter(({ family, kind }) => family === conclusion && kind === 'treated').map(({ name }) => name)
}

const BY_LENGTH = [...FAMILIES].sort((one, other) => other.name.length - one.name.length)

/** Finds the stone that a conclusion names, the longest name first; `undefined` for an artificial or unlisted one. */
export function findFamily(conclusion: string): Family | undefined {
  return BY_LENGTH.find(({ name }) => conclusion.includes(name) && !/合成|再造|人造|仿|拼合/.test(conclusion))
}

const METHOD = /（([^（）]+)）$/

/** Requirement that a typed treatment puts on the name; `null` when the text has no known treatment of the stone. */
export function findTreatmentDemand(conclusion: string, treatment: string): string | null {
  const stone = conclusion.replace(METHOD, '').trim()
  const family = FAMILIES.find(({ name }) => name === stone)
  if (!family || /未见|未发现|无/.test(treatment)) return null
  const method = family.treatments.find((one) => treatment.includes(one))
  if (method !== undefined) {
    const isNamed = METHOD.test(conclusion)
    return isNamed ? '属处理：名称已注明' : `属处理：名称须注明，如“${stone}（${method}）”`
  }
  const isEnhanced = family.enhancements.some((one) => treatment.includes(one))
  return isEnhanced ? '属优化：名称不注，可在备注中说明' : null
}
