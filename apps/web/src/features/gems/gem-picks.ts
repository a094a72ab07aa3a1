import { create } from 'zustand'
import { MOST_COMPARED } from './gem-address.ts'

/** A gem picked for comparison. */
export interface GemPick {
  id: number
  name: string
}

/** Picks of this tab, kept across filters. */
export const useGemPicks = create<{ picks: readonly GemPick[] }>()(() => ({ picks: [] }))

/** Adds picks up to the limit. */
export function addPicks(added: readonly GemPick[]): void {
  useGemPicks.setState(({ picks }) => {
    const fresh = added.filter(({ id }) => !picks.some((pick) => pick.id === id))
    return fresh.length > 0 ? { picks: [...picks, ...fresh].slice(0, MOST_COMPARED) } : {}
  })
}

export function removePick(id: number): void {
  useGemPicks.setState(({ picks }) => ({ picks: picks.filter((pick) => pick.id !== id) }))
}

export function clearPicks(): void {
  useGemPicks.setState({ picks: [] })
}
