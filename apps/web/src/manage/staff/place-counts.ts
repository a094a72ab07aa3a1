import { create } from 'zustand'

/** Number of pending tasks of this person at a place of the rail. */
export interface PlaceCount {
  count: number
  /** Some of the tasks are overdue. */
  isLate: boolean
}

/** Counts by the path of the place. */
export const usePlaceCounts = create<{ counts: Readonly<Record<string, PlaceCount>> }>()(() => ({ counts: {} }))

export function setPlaceCount(path: string, count: PlaceCount): void {
  usePlaceCounts.setState(({ counts }) => ({ counts: { ...counts, [path]: count } }))
}
