import type { DataFor } from '@portal/contract/calls.ts'

export type Tray = DataFor<'GET /v1/manage/trays'>[number]

/** A cabinet with its trays. */
export interface Cabinet {
  /** Common part of the names of its trays: `甲` of 甲 01 and 甲 02. */
  name: string
  trays: Tray[]
}

/** Puts trays that differ in their last number only into one cabinet, in the order of the settings. */
export function groupTrays(trays: readonly Tray[]): Cabinet[] {
  const cabinets = new Map<string, Tray[]>()
  for (const tray of trays) {
    const name = tray.name.replace(/[\s-]*\d+$/, '') || tray.name
    cabinets.set(name, [...(cabinets.get(name) ?? []), tray])
  }
  return [...cabinets].map(([name, grouped]) => ({ name, trays: grouped }))
}

export const countSamples = (trays: readonly Tray[]): number =>
  trays.reduce((sum, { samples }) => sum + samples.length, 0)
