import type { ManagedItem } from '@portal/contract/orders/manage-orders.ts'
import { compareMasses, formatTenthMg, isCoarser, parseTenthMg } from '@portal/contract/orders/mass-tolerance.ts'
import { readMass } from '#domain/orders/typed-values.ts'
import type { Division } from '../shared/mass-reading.ts'

/** A sample on the balance before it leaves. */
export interface Weighing {
  item: ManagedItem
  /** Mass as read, g; `null` until it is known. */
  massG: string | null
  /** Why the typed mass cannot be read. */
  fault: string | null
  /** Masses at reception and now, and the tolerance, in units of 0.1 mg; `null` without both masses. */
  comparison: { before: number; difference: number; tolerance: number; isWithin: boolean } | null
  /** The sample may leave: it was weighed, and the difference is allowed, or an owner lets it go. */
  mayLeave: boolean
}

/** Compares the typed mass of a sample with that at reception, as upstream will. */
export function weighItem(item: ManagedItem, typed: string, divisionG: Division): Weighing {
  const { massG, fault } = readMass(typed)
  const { massInG, divisionInG, toleranceG } = item
  if (massG === null) return { item, massG, fault, comparison: null, mayLeave: false }
  if (massInG === null || divisionInG === null || toleranceG === null)
    return { item, massG, fault, comparison: null, mayLeave: true }
  const before = { massG: massInG, divisionG: divisionInG }
  if (isCoarser(before, { divisionG })) {
    return { item, massG, fault: `请用分度不大于 ${divisionInG} g 的天平`, comparison: null, mayLeave: false }
  }
  const compared = compareMasses(before, { massG, divisionG }, toleranceG)
  const mayLeave = compared.isWithin || item.alarm === 'released'
  return { item, massG, fault, comparison: { before: parseTenthMg(massInG), ...compared }, mayLeave }
}

/** Whether a sample must stay because of its mass. */
export const isBeyond = ({ comparison, mayLeave }: Weighing): boolean => comparison !== null && !mayLeave

/** Formats a difference with its sign: +0.002, −0.031. */
export function formatDifference(tenthMg: number): string {
  const sign = tenthMg > 0 ? '+' : tenthMg < 0 ? '−' : ''
  return sign + formatTenthMg(Math.abs(tenthMg))
}

/** Says what is beyond the tolerance: 戒指少 0.031 g，超出允许的 0.010 g，这件暂不能交付. */
export function describeExcess({ item, comparison }: Weighing): string {
  if (!comparison) return ''
  const { difference, tolerance } = comparison
  const amount = `${difference > 0 ? '多' : '少'} ${formatTenthMg(Math.abs(difference))} g`
  return `${item.statedName}${amount}，超出允许的 ${formatTenthMg(tolerance)} g，这件暂不能交付`
}
