import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  /** Selects all rows from the one toggled last to this one. */
  extendTo: (id: string) => void
  /** Selects all rows, or none if all are selected. */
  toggleAll: () => void
  clear: () => void
}

/** The selected rows of a list; rows that disappear are deselected. @param shown ids of the rows, in order */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
      setLast(id)
    },
    extendTo: (id) => {
      const [from, to] = [shown.indexOf(last ?? id), shown.indexOf(id)].sort((a, b) => a - b) as [number, number]
      setChosen(new Set([...ids, ...shown.slice(Math.max(0, from), to + 1)]))
      setLast(id)
    },
    toggleAll: () => setChosen(ids.size === shown.length ? new Set() : new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}
