import { create } from 'zustand'

/** What waits for this person at a place of the rail. */
export interface PlaceCount {
  count: number
  /** Something of it is overdue. */
  isLate: boolean
}

/** By path of the place. */
export const usePlaceCounts = create<{ counts: Readonly<Record<string, PlaceCount>> }>()(() => ({ counts: {} }))

export function setPlaceCount(path: string, count: PlaceCount): void {
  usePlaceCounts.setState(({ counts }) => ({ counts: { ...counts, [path]: count } }))
}
