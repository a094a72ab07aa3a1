import { wrongFineness } from './plausibility.ts'

/** A value that a field offers; others may be typed. */
export interface Choice {
  value: string
  note: string
}

const choices = (list: string): Choice[] =>
  list.split('|').map((one) => {
    const [value = '', note = ''] = one.split('：')
    return { value, note }
  })

/** Grades of diamonds (GB/T 16554). */
const COLORS = choices('D|E|F|G|H|I|J|K|L|M|N|<N')
const CLARITIES = choices(
  'LC：镜下无瑕级|VVS1：极微瑕级|VVS2：极微瑕级|VS1：微瑕级|VS2：微瑕级|SI1：瑕疵级|SI2：瑕疵级|P1：重瑕疵级|P2：重瑕疵级|P3：重瑕疵级',
)
const CUTS = choices('极好 EX|很好 VG|好 G|一般 F|差 P')

/** Names and marks of precious metals (GB 11887). */
const METALS = choices(
  '足金：不低于 990‰|18K 金：Au750|14K 金：Au585|足铂：不低于 990‰|铂：Pt950、Pt900、Pt850|足银：不低于 990‰|银：Ag925|钯：Pd950',
)
const FINENESS = choices(
  'Au990：足金|Au750：18K 金|Au585：14K 金|Pt990：足铂|Pt950：铂|Pt900：铂|Pt850：铂|Ag990：足银|Ag925：银|Pd950：钯',
)

/** What a field offers; fineness that the typed metal may have. @param fields of the form, by member */
export function choicesOf(member: string, fields: Readonly<Record<string, string>>): readonly Choice[] {
  switch (member) {
    case 'colorGrade':
      return COLORS
    case 'clarityGrade':
      return CLARITIES
    case 'cutGrade':
    case 'polish':
    case 'symmetry':
      return CUTS
    case 'metal':
      return METALS
    case 'fineness':
      return FINENESS.filter(({ value }) => wrongFineness(fields.metal, value).length === 0)
    default:
      return []
  }
}
