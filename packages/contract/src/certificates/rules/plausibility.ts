import { COMPARED_MEMBERS, fitsSpecies, PROPERTIES, readReading } from './readings.ts'
import { findSpecies } from './species.ts'
import type { Fault } from './value-faults.ts'

/**
 * Finds values that are implausible for the species in the conclusion; a piece with several species may have a value of any of
 * them. Values in an unknown form are reported by other rules.
 * @param values members of a certificate; density in g/cm³
 */
export function findImplausible(values: Record<string, unknown>): Fault[] {
  const { conclusion } = values
  const species = findSpecies(typeof conclusion === 'string' ? conclusion : '')
  const found: Fault[] = []
  for (const member of COMPARED_MEMBERS) {
    const reading = readReading(member, values[member])
    if (!reading || species.length === 0) continue
    if (species.some((one) => fitsSpecies(one, member, reading) !== false)) continue
    const { word, unit, getConstant } = PROPERTIES[member]
    const wanted = species.map((one) => `${one.names[0]}${word}应为 ${getConstant(one)?.text}${unit}`).join('，或')
    found.push({ member, text: `${wanted}，现为 ${values[member]}` })
  }
  return found
}

/** Fineness marks in thousandths (GB 11887), by element; 足金, 足铂, 足银 begin at 990. */
const FINENESS: Record<string, { metal: RegExp; marked: readonly number[]; pureName: string | null }> = {
  Au: { metal: /^(?!.*[铂钯银]).*金/, marked: [585, 750], pureName: '足金' },
  Pt: { metal: /铂/, marked: [850, 900, 950], pureName: '足铂' },
  Ag: { metal: /银/, marked: [925], pureName: '足银' },
  Pd: { metal: /钯/, marked: [950], pureName: null },
}
const PURE = 990
const KARATS: Record<string, number> = { '14K': 585, '18K': 750 }
const ACCEPTED = 'Au585、Au750、Au990 及以上，Pt850、Pt900、Pt950、Pt990 及以上，Ag925、Ag990 及以上，Pd950'

/**
 * Checks that the metal, its fineness and the permitted marks agree.
 * @returns Chinese reasons
 */
export function findWrongFineness(metal: string | undefined, fineness: string | undefined): string[] {
  if (fineness === undefined) return []
  const mark = /^(Au|Pt|Ag|Pd)(\d{3}(?:\.\d)?)$/.exec(fineness.normalize('NFKC').replace(/[\s‰]/g, ''))
  const [, element = '', digits = ''] = mark ?? []
  const rule = FINENESS[element]
  const parts = Number(digits)
  const isMarked = rule && (rule.marked.includes(parts) || (rule.pureName !== null && parts >= PURE && parts < 1000))
  if (!rule || !isMarked) return [`纯度“${fineness}”不在 GB 11887 所列之内：${ACCEPTED}`]
  if (metal === undefined) return []
  const name = metal.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  const karat = Object.entries(KARATS).find(([written]) => name.includes(written))
  if (!rule.metal.test(name)) return [`贵金属“${metal}”与纯度 ${fineness} 不符`]
  if (karat && (element !== 'Au' || karat[1] !== parts))
    return [`${karat[0]} 金的纯度应为 Au${karat[1]}，现为 ${fineness}`]
  if (/足/.test(name) && parts < PURE) return [`${rule.pureName ?? metal}的纯度应不低于 990‰，现为 ${fineness}`]
  return []
}
