import { useRef, useState } from 'react'

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
  const last = useRef<string>(undefined)
  const keepShown = (chosenNow: ReadonlySet<string>) => new Set(shown.filter((id) => chosenNow.has(id)))
  const ids = keepShown(chosen)
  // Changes are based on the selection before them, also when two keys come before the list is rendered.
  return {
    ids,
    toggle: (id) => {
      last.current = id
      setChosen((before) => {
        const next = keepShown(before)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    extendTo: (id) => {
      const ends = [shown.indexOf(last.current ?? id), shown.indexOf(id)]
      last.current = id
      setChosen((before) => {
        const range = shown.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1)
        return new Set([...keepShown(before), ...range])
      })
    },
    toggleAll: () => setChosen((before) => (keepShown(before).size === shown.length ? new Set() : new Set(shown))),
    clear: () => setChosen(new Set()),
  }
}
