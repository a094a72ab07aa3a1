import { type Species, speciesIn } from './species.ts'
import type { Fault } from './value-faults.ts'

/** A printed refractive index. `over`: above the range of the refractometer's contact liquid. */
type Refraction =
  | { kind: 'none' }
  | { kind: 'over'; value: number }
  | { kind: 'read'; from: number; to: number; isSpot: boolean }

/** Reading of a flat facet. */
const READING = 0.002
/** Reading of a curved surface by the distant vision method. */
const SPOT_READING = 0.02
/** Half of the last place that is printed. */
const DENSITY_READING = 0.005

/** Reads a printed index. @returns `undefined` when it is written in no known way */
export function readRefraction(text: string): Refraction | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[–—−~〜至]/g, '-')
  if (/^(?:-+|\/|不可测|无法测|未测|集合体不可测)$/.test(plain)) return { kind: 'none' }
  const over = /^(?:>|大于)(\d\.\d{1,3})$/.exec(plain)
  if (over) return { kind: 'over', value: Number(over[1]) }
  const read = /^(点测)?[:]?(\d\.\d{1,4})(?:-(\d\.\d{1,4}))?(\(?点测\)?)?$/.exec(plain)
  if (!read) return undefined
  const from = Number(read[2])
  const to = read[3] === undefined ? from : Number(read[3])
  return from <= to ? { kind: 'read', from, to, isSpot: Boolean(read[1] ?? read[4]) } : undefined
}

/**
 * What is not plausible for the species that the conclusion names; a piece set with several may have the value of any.
 * An index that is written in no known way is left to the faults.
 * @param values members of a certificate; density in g/cm³
 */
export function implausible({ conclusion, refractiveIndex, specificGravity }: Record<string, unknown>): Fault[] {
  const species = speciesIn(typeof conclusion === 'string' ? conclusion : '')
  if (species.length === 0) return []
  const found: Fault[] = []
  const refraction = typeof refractiveIndex === 'string' ? readRefraction(refractiveIndex) : undefined
  if (refraction && !species.some((one) => canRefract(one, refraction))) {
    const wanted = species.map(({ names, ri }) => `${names[0]}折射率应为 ${ri}`).join('，或')
    found.push({ member: 'refractiveIndex', text: `${wanted}，现为 ${refractiveIndex}` })
  }
  if (typeof specificGravity === 'number' && !species.some((one) => canWeigh(one, specificGravity))) {
    const wanted = species.map(({ names, sg }) => `${names[0]}密度应为 ${sg} g/cm³`).join('，或')
    found.push({ member: 'specificGravity', text: `${wanted}，现为 ${specificGravity}` })
  }
  return found
}

function canRefract({ riFrom, riTo }: Species, refraction: Refraction): boolean {
  if (refraction.kind === 'none') return true
  if (refraction.kind === 'over') return riTo > refraction.value
  const reading = (refraction.isSpot ? SPOT_READING : READING) + Number.EPSILON * 8
  return refraction.from >= riFrom - reading && refraction.to <= riTo + reading
}

function canWeigh({ sgFrom, sgTo }: Species, density: number): boolean {
  return density >= sgFrom - DENSITY_READING && density <= sgTo + DENSITY_READING
}

/** Fineness in thousandths that are marked (GB 11887), by element; 足金, 足铂, 足银 begin at 990. */
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
 * Metal and its fineness against each other and against what is marked.
 * @returns Chinese reasons
 */
export function wrongFineness(metal: string | undefined, fineness: string | undefined): string[] {
  if (fineness === undefined) return []
  const mark = /^(Au|Pt|Ag|Pd)(\d{3}(?:\.\d)?)$/.exec(fineness.normalize('NFKC').replace(/[\s‰]/g, ''))
  const [, element = '', digits = ''] = mark ?? []
  const rule = FINENESS[element]
  const parts = Number(digits)
  const isMarked = rule && (rule.marked.includes(parts) || (rule.pureName !== null && parts >= PURE && parts < 1000))
  if (!rule || !isMarked) return [`成色“${fineness}”不在 GB 11887 所列之内：${ACCEPTED}`]
  if (metal === undefined) return []
  const name = metal.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  const karat = Object.entries(KARATS).find(([written]) => name.includes(written))
  if (!rule.metal.test(name)) return [`贵金属“${metal}”与成色 ${fineness} 不符`]
  if (karat && (element !== 'Au' || karat[1] !== parts))
    return [`${karat[0]} 金的成色应为 Au${karat[1]}，现为 ${fineness}`]
  if (/足/.test(name) && parts < PURE) return [`${rule.pureName ?? metal}的成色应不低于 990‰，现为 ${fineness}`]
  return []
}
