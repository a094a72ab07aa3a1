/** Range of bars, curves and axes, nm. */
export const FIRST_NM = 400
export const LAST_NM = 700

/** Centre and half width in nm, strength from 0 to 1. */
export type AbsorptionLine = readonly [centreNm: number, halfWidthNm: number, strength: number]

export interface Spectrum {
  name: string
  /** Characteristic line, nm, for display. */
  keyNm: string
  lines: readonly AbsorptionLine[]
}

/**
 * Absorption lines as seen in a hand spectroscope, from the usual gemmological tables (practice of GB/T 16553).
 * Half widths and strengths are estimates made for drawing; they are no measurement and must not be quoted.
 */
export const SPECTRA = {
  zircon: {
    name: '锆石',
    keyNm: '653.5',
    lines: [
      [433, 2, 0.4],
      [460, 2, 0.4],
      [484, 3, 0.6],
      [515, 2, 0.5],
      [537, 2, 0.5],
      [562, 2.5, 0.6],
      [589, 3, 0.7],
      [615, 2, 0.4],
      [621, 2, 0.4],
      [653.5, 3, 1],
      [660, 2, 0.6],
      [689, 2, 0.6],
      [691, 2, 0.6],
    ],
  },
  ruby: {
    name: '红宝石',
    keyNm: '694',
    lines: [
      [405, 14, 0.5],
      [468, 2, 0.8],
      [475, 1.5, 0.7],
      [476.5, 1.5, 0.7],
      [550, 30, 0.75],
      [659, 2, 0.6],
      [668, 2, 0.6],
      [692.8, 1.6, 1],
      [694.2, 1.6, 1],
    ],
  },
  emerald: {
    name: '祖母绿',
    keyNm: '683',
    lines: [
      [412, 18, 0.6],
      [477, 2, 0.5],
      [605, 24, 0.5],
      [637, 2, 0.6],
      [646, 2, 0.4],
      [680, 2, 0.9],
      [683, 2, 1],
    ],
  },
  turquoise: {
    name: '绿松石',
    keyNm: '432',
    lines: [
      [420, 5, 0.5],
      [432, 4, 1],
      [460, 10, 0.4],
    ],
  },
  jadeite: {
    name: '翡翠',
    keyNm: '437',
    lines: [
      [437, 3, 1],
      [630, 5, 0.35],
      [660, 5, 0.5],
      [690, 5, 0.7],
    ],
  },
  almandine: {
    name: '铁铝榴石',
    keyNm: '573',
    lines: [
      [423, 3, 0.3],
      [460, 4, 0.35],
      [504, 6, 0.8],
      [520, 7, 0.85],
      [573, 12, 1],
      [610, 4, 0.3],
    ],
  },
  peridot: {
    name: '橄榄石',
    keyNm: '497',
    lines: [
      [453, 6, 0.8],
      [477, 6, 0.9],
      [497, 6, 1],
    ],
  },
  diamond: {
    name: '钻石（Cape 系）',
    keyNm: '415.5',
    lines: [
      [415.5, 3, 1],
      [423, 3, 0.35],
      [435, 3, 0.35],
      [453, 4, 0.5],
      [478, 4, 0.6],
    ],
  },
  sapphire: {
    name: '蓝宝石',
    keyNm: '450',
    lines: [
      [450, 5, 1],
      [460, 4, 0.7],
      [470, 4, 0.5],
      [565, 40, 0.3],
    ],
  },
  alexandrite: {
    name: '变石',
    keyNm: '680',
    lines: [
      [468, 2, 0.4],
      [476, 2, 0.5],
      [580, 26, 0.6],
      [645, 2, 0.5],
      [665, 2, 0.5],
      [678, 2, 0.8],
      [680.5, 2, 1],
    ],
  },
  pyrope: {
    name: '镁铝榴石',
    keyNm: '564',
    lines: [
      [440, 14, 0.4],
      [505, 8, 0.6],
      [564, 22, 1],
      [687, 3, 0.4],
    ],
  },
  spessartine: {
    name: '锰铝榴石',
    keyNm: '430',
    lines: [
      [410, 4, 0.9],
      [420, 4, 0.7],
      [430, 5, 1],
      [460, 6, 0.5],
      [480, 5, 0.4],
      [520, 7, 0.35],
    ],
  },
  demantoid: {
    name: '翠榴石',
    keyNm: '440',
    lines: [
      [440, 12, 1],
      [618, 4, 0.5],
      [634, 4, 0.6],
      [685, 3, 0.5],
      [690, 3, 0.6],
    ],
  },
} as const satisfies Record<string, Spectrum>

export type StoneName = keyof typeof SPECTRA

/** Names in the order of the table, on which covers depend. */
export const STONE_NAMES = Object.keys(SPECTRA) as StoneName[]
