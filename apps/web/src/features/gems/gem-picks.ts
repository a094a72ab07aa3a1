import { create } from 'zustand'
import { COMPARED_MAX } from './gem-address.ts'

/** A gem selected for comparison. */
export interface GemPick {
  id: number
  name: string
}

/** Gems selected in this tab, independent of the filters. */
export const useGemPicks = create<{ picks: readonly GemPick[] }>()(() => ({ picks: [] }))

/** Adds gems up to the limit. */
export function addPicks(added: readonly GemPick[]): void {
  useGemPicks.setState(({ picks }) => {
    const fresh = added.filter(({ id }) => !picks.some((pick) => pick.id === id))
    return fresh.length > 0 ? { picks: [...picks, ...fresh].slice(0, COMPARED_MAX) } : {}
  })
}

export function removePick(id: number): void {
  useGemPicks.setState(({ picks }) => ({ picks: picks.filter((pick) => pick.id !== id) }))
}

export function clearPicks(): void {
  useGemPicks.setState({ picks: [] })
}
