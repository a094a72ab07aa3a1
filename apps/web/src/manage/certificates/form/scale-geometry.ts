import type { PublishedRange } from '@portal/contract/certificates/rules/published-range.ts'
import type { ComparedMember } from '@portal/contract/certificates/rules/readings.ts'

/** A drawn scale: its ends and the distance of its numbers, in the unit of the property. */
export interface Scale {
  from: number
  to: number
  /** Difference between two numbers. */
  step: number
  /** Decimals of its numbers. */
  digits: number
}

/** Width of the drawing, px. */
export const SCALE_WIDTH = 360
const EDGE = 16

/** Minimum range of the scale. */
const ROOM: Readonly<Record<ComparedMember, number>> = {
  refractiveIndex: 0.04,
  双折射率: 0.02,
  specificGravity: 0.5,
  摩氏硬度: 9,
}
const HARDNESS: Scale = { from: 1, to: 10, step: 1, digits: 0 }
const NUMBERS_MAX = 7

/** Creates a scale with round ends that contains a constant and the readings. */
export function createScale(member: ComparedMember, constant: PublishedRange, readings: readonly number[]): Scale {
  if (member === '摩氏硬度') return HARDNESS
  const least = Math.min(constant.least, ...readings)
  const most = Math.max(constant.most, ...readings)
  const margin = Math.max((ROOM[member] - (most - least)) / 2, (most - least) * 0.2)
  const [low, high] = [Math.max(0, least - margin), most + margin]
  const { step, digits } = roundStep((high - low) / NUMBERS_MAX)
  return { from: Math.floor(low / step + 1e-9) * step, to: Math.ceil(high / step - 1e-9) * step, step, digits }
}

/** Rounds up to 1, 2 or 5 × 10ⁿ. */
function roundStep(least: number): Pick<Scale, 'step' | 'digits'> {
  const power = Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * 10 ** power >= least) ?? 10
  return { step: factor * 10 ** power, digits: Math.max(0, -(factor === 10 ? power + 1 : power)) }
}

/** Position of a value on the drawing, px; values beyond the scale are placed at its ends. */
export function toScaleX({ from, to }: Scale, value: number): number {
  const fraction = (Math.min(to, Math.max(from, value)) - from) / (to - from)
  return EDGE + fraction * (SCALE_WIDTH - 2 * EDGE)
}

/** Lists the numbers of the scale. */
export function listScaleNumbers({ from, to, step }: Scale): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step)
}

/** Computes the solid bar and the pale bar around it: a single value is as wide as its tolerance. */
export function computeBars({ from, to, least, most }: PublishedRange): {
  solid: [number, number]
  pale?: [number, number]
} {
  if (from === to) return { solid: [least, most] }
  return least < from || most > to ? { solid: [from, to], pale: [least, most] } : { solid: [from, to] }
}
