/** A scale on which a property of several stones can be marked. */
export interface GemAxis {
  from: number
  to: number
  /** Step of the small ticks and of the long ones, which carry a number. */
  minor: number
  major: number
  /** Decimals of the numbers. */
  decimals: number
}

export type GemMeasured = 'refractiveIndex' | 'density' | 'hardness'

/** The narrowest scale that holds the values comes first. */
const AXES: Readonly<Record<GemMeasured, readonly [GemAxis, ...GemAxis[]]>> = {
  refractiveIndex: [
    // What a refractometer reads, up to its liquid of 1.81.
    { from: 1.4, to: 1.9, minor: 0.01, major: 0.1, decimals: 2 },
    // To above moissanite, 2.69.
    { from: 1.4, to: 2.8, minor: 0.05, major: 0.2, decimals: 1 },
  ],
  density: [
    { from: 1, to: 6, minor: 0.1, major: 1, decimals: 0 },
    // To above gold, 19.3.
    { from: 0, to: 24, minor: 1, major: 4, decimals: 0 },
  ],
  hardness: [{ from: 1, to: 10, minor: 1, major: 1, decimals: 0 }],
}

/** Mohs' ten, 1 first. */
export const MOHS_MINERALS = [
  '滑石',
  '石膏',
  '方解石',
  '萤石',
  '磷灰石',
  '正长石',
  '石英',
  '黄玉',
  '刚玉',
  '金刚石',
] as const

/** One scale for all of these values, so that they can be compared by eye. */
export function gemAxisFor(property: GemMeasured, values: readonly { min: number; max: number }[]): GemAxis {
  const axes = AXES[property]
  const holds = ({ from, to }: GemAxis) => values.every(({ min, max }) => min >= from && max <= to)
  return axes.find(holds) ?? axes.at(-1) ?? axes[0]
}

/** Place of a value on the axis, percent of its length with two decimals; values beyond its ends stand at the end. */
export function percentOn({ from, to }: GemAxis, value: number): number {
  return Math.round(((Math.min(to, Math.max(from, value)) - from) / (to - from)) * 10_000) / 100
}

/** Values of the long ticks. */
export function majorsOf({ from, to, major }: GemAxis): number[] {
  return stepsOf(from, to, major)
}

/** Values of the small ticks that are not long ones. */
export function minorsOf(axis: GemAxis): number[] {
  const majors = new Set(majorsOf(axis))
  return stepsOf(axis.from, axis.to, axis.minor).filter((value) => !majors.has(value))
}

function stepsOf(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => Math.round((from + index * step) * 1000) / 1000,
  )
}
