import { parseTenthMg } from '@portal/contract/orders/mass-tolerance.ts'

/** Divisions of balances, g. */
export const DIVISIONS = ['0.1', '0.01', '0.001', '0.0001'] as const
export type Division = (typeof DIVISIONS)[number]

/** Compares a mass with the stated one, whose last digit may be off by half a unit. Values are in units of 0.1 mg. */
export function compareWithStatement(statedMassG: string, massG: string) {
  const decimals = statedMassG.split('.')[1]?.length ?? 0
  const half = 10 ** (4 - decimals) / 2
  const difference = parseTenthMg(massG) - parseTenthMg(statedMassG)
  return { half, difference, isWithin: Math.abs(difference) <= half }
}
