import { findWrongFineness } from './plausibility.ts'
import { readStandardCode, type Standard } from './standards.ts'

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
      '足金：不低于 990‰|22K 金：Au916|18K 金：Au750|14K 金：Au585|9K 金：Au375|足铂：不低于 990‰|铂：Pt950、Pt900、Pt850|足银：不低于 990‰|银：Ag925、Ag800|足钯：不低于 990‰|钯：Pd950、Pd500',
    ),
  },
  fineness: {
    standard: 'GB 11887',
    choices: parseChoices(
      'Au990：足金|Au916：22K 金|Au750：18K 金|Au585：14K 金|Au375：9K 金|Pt990：足铂|Pt950：铂|Pt900：铂|Pt850：铂|Ag990：足银|Ag925：银|Ag800：银|Pd990：足钯|Pd950：钯|Pd500：钯',
    ),
  },
}

/** Offers each standard that is not typed yet, appended to the typed ones. */
function listFurtherStandards(typed: string, standards: readonly Standard[]): Choice[] {
  const kept = typed.slice(0, typed.lastIndexOf('、') + 1)
  const named = kept.split('、').map((one) => readStandardCode(one)?.name)
  return standards
    .filter(({ code }) => !named.includes(readStandardCode(code)?.name))
    .map(({ code, title }) => ({ value: kept + code, note: title }))
}

/**
 * Lists the values that a field offers; for the fineness, those that the typed metal may have.
 * @param fields fields of the form, by member
 * @param standards those that the form offers
 */
export function listChoices(
  member: string,
  fields: Readonly<Record<string, string>>,
  standards: readonly Standard[],
): readonly Choice[] {
  if (member === 'standards') return listFurtherStandards(fields.standards ?? '', standards)
  const choices = OFFERS[member]?.choices ?? []
  if (member !== 'fineness') return choices
  return choices.filter(({ value }) => findWrongFineness(fields.metal, value).length === 0)
}

/** Finds the standard that defines the values of a field. */
export const findDefiningStandard = (member: string): string | undefined => OFFERS[member]?.standard
