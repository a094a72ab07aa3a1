import { MASS_PATTERN, parseTenthMg } from '@portal/contract/orders/mass-tolerance.ts'

/** Divisions of balances, g. */
export const DIVISIONS = ['0.1', '0.01', '0.001', '0.0001'] as const
export type Division = (typeof DIVISIONS)[number]

/** Maximum mass, in units of 0.1 mg: 100 kg. */
const MASS_MAX = 1_000_000_000

type MassReading = { massG: string } | { fault: string }

/** Reads a typed mass in grams. The unit may follow; nothing else is corrected. */
export function readMass(typed: string): MassReading {
  const text = typed.normalize('NFKC').trim()
  const massG = text.replace(/\s*g$/i, '')
  if (massG === '') return { fault: '请填质量' }
  if (/^\d+,\d+$/.test(massG)) return { fault: '小数点用 .' }
  if (!/^-?\d+(?:\.\d+)?$/.test(massG)) return { fault: '请填数字，单位克' }
  const tenthMg = parseTenthMg(massG)
  if (!new RegExp(MASS_PATTERN).test(massG) || tenthMg <= 0 || tenthMg > MASS_MAX) {
    return { fault: '质量为 0.0001–100000 g，至多 4 位小数' }
  }
  return { massG }
}

/** Compares a mass with the stated one, whose last digit may be off by half a unit. Values are in units of 0.1 mg. */
export function compareWithStatement(statedMassG: string, massG: string) {
  const decimals = statedMassG.split('.')[1]?.length ?? 0
  const half = 10 ** (4 - decimals) / 2
  const difference = parseTenthMg(massG) - parseTenthMg(statedMassG)
  return { half, difference, isWithin: Math.abs(difference) <= half }
}
