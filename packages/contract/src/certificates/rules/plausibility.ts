import { PURE } from './metals.ts'
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

/** Fineness marks in thousandths (GB 11887), by element; 足金, 足铂, 足银, 足钯 begin at 990. */
const FINENESS: Record<string, { metal: RegExp; marked: readonly number[]; pureName: string }> = {
  Au: { metal: /^(?!.*[铂钯银]).*金/, marked: [375, 585, 750, 916], pureName: '足金' },
  Pt: { metal: /铂/, marked: [850, 900, 950], pureName: '足铂' },
  Ag: { metal: /银/, marked: [800, 925], pureName: '足银' },
  Pd: { metal: /钯/, marked: [500, 950], pureName: '足钯' },
}
const KARATS: Record<string, number> = { '9K': 375, '14K': 585, '18K': 750, '22K': 916 }
const ACCEPTED =
  'Au375、Au585、Au750、Au916、Au990 及以上，Pt850、Pt900、Pt950、Pt990 及以上，Ag800、Ag925、Ag990 及以上，Pd500、Pd950、Pd990 及以上'

/** Reads `Au750`, or `750‰` without a symbol. */
function readMark(fineness: string): { element: string; parts: number } {
  const plain = fineness.normalize('NFKC').replace(/[\s‰]/g, '')
  const [, element = '', digits = ''] = /^(Au|Pt|Ag|Pd)?(\d{3}(?:\.\d)?)$/.exec(plain) ?? []
  return { element, parts: Number(digits) }
}

const isMarked = ({ marked }: (typeof FINENESS)[string], parts: number): boolean =>
  marked.includes(parts) || (parts >= PURE && parts < 1000)

/** Lists the marks that parts in a thousand may mean, those of the metal if it is known. */
function listMarks(parts: number, metal: string | undefined): string[] {
  const rules = Object.entries(FINENESS).filter(([, rule]) => isMarked(rule, parts))
  const named = rules.filter(([, rule]) => metal !== undefined && rule.metal.test(metal))
  return (named.length > 0 ? named : rules).map(([element]) => `${element}${parts}`)
}

/** Whether a text is a mark of GB 11887. */
export const isFinenessMark = (fineness: string): boolean => findWrongFineness(undefined, fineness).length === 0

/**
 * Checks that the metal, its fineness and the permitted marks agree.
 * @returns Chinese reasons
 */
export function findWrongFineness(metal: string | undefined, fineness: string | undefined): string[] {
  if (fineness === undefined) return []
  const { element, parts } = readMark(fineness)
  const rule = FINENESS[element]
  if (!rule || !isMarked(rule, parts)) {
    const symbols = element === '' ? listMarks(parts, metal) : []
    const hint = symbols.length > 0 ? `请写作 ${symbols.join(' 或 ')}` : `不在 GB 11887 所列之内：${ACCEPTED}`
    return [`纯度“${fineness}”${symbols.length > 0 ? '缺元素符号，' : ''}${hint}`]
  }
  if (metal === undefined) return []
  const name = metal.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  const karat = Object.entries(KARATS).find(([written]) => name.includes(written))
  if (!rule.metal.test(name)) return [`贵金属“${metal}”与纯度 ${fineness} 不符`]
  if (karat && (element !== 'Au' || karat[1] !== parts))
    return [`${karat[0]} 金的纯度应为 Au${karat[1]}，现为 ${fineness}`]
  if (/足/.test(name) && parts < PURE) return [`${rule.pureName}的纯度应不低于 990‰，现为 ${fineness}`]
  return []
}
