import type { PublishedRange } from './published-range.ts'
import type { Species } from './species.ts'

/**
 * A reading as typed or printed. `none`: not measurable. `over`: above the range of the refractometer's contact liquid. `isSpot`:
 * measured by the distant vision method. `text`: its figures as typed, e.g. `1.762–1.770`.
 */
export type Reading =
  | { kind: 'none' }
  | { kind: 'over'; value: number }
  | { kind: 'read'; from: number; to: number; isSpot: boolean; text: string }

/** Members of a certificate whose constants the table of species has, in the order of the form. */
export const COMPARED_MEMBERS = ['refractiveIndex', '双折射率', 'specificGravity', '摩氏硬度'] as const
export type ComparedMember = (typeof COMPARED_MEMBERS)[number]
export const isComparedMember = (member: string | null): member is ComparedMember =>
  COMPARED_MEMBERS.some((one) => one === member)

/** A property of the table: its Chinese name, its constant, and the permitted difference of a reading. */
interface Property {
  word: string
  /** Unit with a leading blank. */
  unit: string
  getConstant: (species: Species) => PublishedRange | null
  /**
   * Permitted difference: the error of reading a flat facet, a spot (distant vision method) or a balance, plus half of the last
   * printed place.
   */
  tolerance: number
  spotTolerance?: number
  /** Hardness lies between those of two test minerals, so the ranges need only touch. */
  isRough?: true
}

export const PROPERTIES: Readonly<Record<ComparedMember, Property>> = {
  refractiveIndex: {
    word: '折射率',
    unit: '',
    getConstant: ({ refractiveIndex }) => refractiveIndex,
    tolerance: 0.002,
    spotTolerance: 0.02,
  },
  双折射率: { word: '双折射率', unit: '', getConstant: ({ birefringence }) => birefringence, tolerance: 0.002 },
  specificGravity: {
    word: '密度',
    unit: ' g/cm³',
    getConstant: ({ specificGravity }) => specificGravity,
    tolerance: 0.005,
  },
  摩氏硬度: { word: '摩氏硬度', unit: '', getConstant: ({ mohs }) => mohs, tolerance: 0, isRough: true },
}

const NONE = /^(?:-+|\/|不可测|无法测|未测|集合体不可测)$/

function toPlainText(value: unknown): string {
  return String(value ?? '')
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[–—−~〜至]/g, '-')
}

/** Reads a printed refractive index. @returns `undefined` when the form is unknown */
export function readRefraction(text: string): Reading | undefined {
  const plain = toPlainText(text)
  if (NONE.test(plain)) return { kind: 'none' }
  const over = /^(?:>|大于)(\d\.\d{1,3})$/.exec(plain)
  if (over) return { kind: 'over', value: Number(over[1]) }
  const read = /^(点测)?[:]?(\d\.\d{1,4})(?:-(\d\.\d{1,4}))?(\(?点测\)?)?$/.exec(plain)
  return read ? toReading(read[2], read[3], Boolean(read[1] ?? read[4])) : undefined
}

/** Reads a value of the form or of a file. @returns `undefined` when it is empty or in an unknown form */
export function readReading(member: ComparedMember, value: unknown): Reading | undefined {
  if (member === 'refractiveIndex') return typeof value === 'string' ? readRefraction(value) : undefined
  const plain = toPlainText(value)
  if (NONE.test(plain)) return { kind: 'none' }
  const read = /^(\d{1,3}(?:\.\d{1,6})?)(?:-(\d{1,3}(?:\.\d{1,6})?))?$/.exec(plain)
  return read ? toReading(read[1], read[2], false) : undefined
}

function toReading(first: string | undefined, second: string | undefined, isSpot: boolean): Reading | undefined {
  const from = Number(first)
  const to = second === undefined ? from : Number(second)
  const text = second === undefined ? (first ?? '') : `${first}–${second}`
  return from <= to ? { kind: 'read', from, to, isSpot, text } : undefined
}

/** @returns `null` when nothing can be compared: not measurable in the sample or in the species */
export function fitsSpecies(species: Species, member: ComparedMember, reading: Reading): boolean | null {
  const { getConstant, tolerance, spotTolerance, isRough } = PROPERTIES[member]
  const constant = getConstant(species)
  if (constant === null || reading.kind === 'none') return null
  if (reading.kind === 'over') return constant.most > reading.value
  const spread = (reading.isSpot ? (spotTolerance ?? tolerance) : tolerance) + Number.EPSILON * 8
  const [from, to] = isRough ? [reading.to, reading.from] : [reading.from, reading.to]
  return from >= constant.least - spread && to <= constant.most + spread
}

/** Computes the birefringence from a range of indices, to 0.001; `null` for a single index. */
export function computeBirefringence(refractiveIndex: string): string | null {
  const reading = readRefraction(refractiveIndex)
  if (reading?.kind !== 'read' || reading.isSpot || reading.from === reading.to) return null
  return (reading.to - reading.from).toFixed(3)
}
