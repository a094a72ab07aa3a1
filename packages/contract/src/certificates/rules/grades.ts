import { findWrongFineness } from './plausibility.ts'

/** A value that a field offers; other values can be typed. */
export interface Choice {
  value: string
  note: string
}

const parseChoices = (list: string): Choice[] =>
  list.split('|').map((one) => {
    const [value = '', note = ''] = one.split('：')
    return { value, note }
  })

const CUTS = { standard: 'GB/T 16554', choices: parseChoices('极好 EX|很好 VG|好 G|一般 F|差 P') }

/** Grades of diamonds and pearls, names and marks of precious metals, with the standard that defines them. */
const OFFERS: Readonly<Record<string, { standard: string; choices: readonly Choice[] }>> = {
  colorGrade: { standard: 'GB/T 16554', choices: parseChoices('D|E|F|G|H|I|J|K|L|M|N|<N') },
  clarityGrade: {
    standard: 'GB/T 16554',
    choices: parseChoices(
      'LC：镜下无瑕级|VVS1：极微瑕级|VVS2：极微瑕级|VS1：微瑕级|VS2：微瑕级|SI1：瑕疵级|SI2：瑕疵级|P1：重瑕疵级|P2：重瑕疵级|P3：重瑕疵级',
    ),
  },
  cutGrade: CUTS,
  polish: CUTS,
  symmetry: CUTS,
  pearlLustreGrade: { standard: 'GB/T 18781', choices: parseChoices('极强 A|强 B|中 C|弱 D') },
  surfaceGrade: { standard: 'GB/T 18781', choices: parseChoices('无瑕 A|微瑕 B|小瑕 C|瑕疵 D|重瑕 E') },
  matchingGrade: { standard: 'GB/T 18781', choices: parseChoices('很好 A|好 B|一般 C') },
  metal: {
    standard: 'GB 11887',
    choices: parseChoices(
      '足金：不低于 990‰|18K 金：Au750|14K 金：Au585|足铂：不低于 990‰|铂：Pt950、Pt900、Pt850|足银：不低于 990‰|银：Ag925|钯：Pd950',
    ),
  },
  fineness: {
    standard: 'GB 11887',
    choices: parseChoices(
      'Au990：足金|Au750：18K 金|Au585：14K 金|Pt990：足铂|Pt950：铂|Pt900：铂|Pt850：铂|Ag990：足银|Ag925：银|Pd950：钯',
    ),
  },
}

/** Standards that a laboratory of this kind uses. They are undated, so the current edition applies. */
const STANDARDS = parseChoices(
  'GB/T 16552：珠宝玉石 名称|GB/T 16553：珠宝玉石 鉴定|GB/T 16554：钻石分级|GB/T 18781：珍珠分级|GB/T 23885：翡翠分级|GB/T 32862：红宝石分级|GB/T 32863：蓝宝石分级|GB/T 34545：祖母绿分级|GB/T 36169：绿松石 分级|GB/T 38821：和田玉 鉴定与分类|GB 11887：首饰 贵金属纯度的规定及命名方法|GB/T 18043：首饰 贵金属含量的测定 X 射线荧光光谱法',
)

/** Offers each standard that is not typed yet, appended to the typed ones. */
function listFurtherStandards(typed: string): Choice[] {
  const kept = typed.slice(0, typed.lastIndexOf('、') + 1)
  const named = kept.split('、')
  return STANDARDS.filter(({ value }) => !named.includes(value)).map(({ value, note }) => ({
    value: kept + value,
    note,
  }))
}

/**
 * Lists the values that a field offers; for the fineness, those that the typed metal may have. @param fields fields of the form,
 * by member
 */
export function listChoices(member: string, fields: Readonly<Record<string, string>>): readonly Choice[] {
  if (member === 'standards') return listFurtherStandards(fields.standards ?? '')
  const choices = OFFERS[member]?.choices ?? []
  if (member !== 'fineness') return choices
  return choices.filter(({ value }) => findWrongFineness(fields.metal, value).length === 0)
}

/** Finds the standard that defines the values of a field. */
export const findDefiningStandard = (member: string): string | undefined => OFFERS[member]?.standard
