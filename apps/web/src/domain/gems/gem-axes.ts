/** Axis on which the same property of several stones is shown. */
export interface GemAxis {
  from: number
  to: number
  /** Step of minor ticks, and of labelled major ticks. */
  minor: number
  major: number
  /** Decimals of the numbers. */
  decimals: number
}

export type GemMeasured = 'refractiveIndex' | 'density' | 'hardness'

/** Axes of each property, the narrowest first. */
const AXES: Readonly<Record<GemMeasured, readonly [GemAxis, ...GemAxis[]]>> = {
  refractiveIndex: [
    // The range of a refractometer with a contact liquid of 1.81.
    { from: 1.4, to: 1.9, minor: 0.01, major: 0.1, decimals: 2 },
    // Ends above moissanite, 2.69.
    { from: 1.4, to: 2.8, minor: 0.05, major: 0.2, decimals: 1 },
  ],
  density: [
    { from: 1, to: 6, minor: 0.1, major: 1, decimals: 0 },
    // Ends above gold, 19.3.
    { from: 0, to: 24, minor: 1, major: 4, decimals: 0 },
  ],
  hardness: [{ from: 1, to: 10, minor: 1, major: 1, decimals: 0 }],
}

/** The ten minerals of the Mohs scale, in order. */
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

/** One axis for all values, so that they can be compared. */
export function chooseGemAxis(property: GemMeasured, values: readonly { min: number; max: number }[]): GemAxis {
  const axes = AXES[property]
  const containsAll = ({ from, to }: GemAxis) => values.every(({ min, max }) => min >= from && max <= to)
  return axes.find(containsAll) ?? axes.at(-1) ?? axes[0]
}

/** Position of a value on the axis in percent, with two decimals, clamped. */
export function toPercent({ from, to }: GemAxis, value: number): number {
  return Math.round(((Math.min(to, Math.max(from, value)) - from) / (to - from)) * 10_000) / 100
}

/** Lists the values of major ticks. */
export function listMajorTicks({ from, to, major }: GemAxis): number[] {
  return listSteps(from, to, major)
}

/** Lists the values of minor ticks. */
export function listMinorTicks(axis: GemAxis): number[] {
  const majors = new Set(listMajorTicks(axis))
  return listSteps(axis.from, axis.to, axis.minor).filter((value) => !majors.has(value))
}

function listSteps(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => Math.round((from + index * step) * 1000) / 1000,
  )
}
