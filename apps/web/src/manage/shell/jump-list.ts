import type { Place } from './place.ts'

/** Places whose name, group or other words contain what was typed; those whose name begins with it come first. */
export function findPlaces(places: readonly Place[], typed: string): readonly Place[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return places
  const rank = ({ label, group, words = '' }: Place): number => {
    if (label.toLowerCase().startsWith(wanted)) return 0
    if (label.toLowerCase().includes(wanted)) return 1
    return `${group ?? ''} ${words}`.toLowerCase().includes(wanted) ? 2 : 3
  }
  return places.filter((place) => rank(place) < 3).toSorted((a, b) => rank(a) - rank(b))
}
