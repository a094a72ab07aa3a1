import type { RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKeys } from '../keys/use-keys.ts'
import type { Selection } from './use-selection.ts'

interface RowKeys {
  bodyRef: RefObject<HTMLTableSectionElement | null>
  selection: Selection | undefined
  /** Address of a row by its id. */
  linkOf: ((id: string) => string) | undefined
  /** Opens or closes the details of a row. */
  onToggle: ((id: string) => void) | undefined
}

/** `J` and `K` focus rows, `X` selects, `Enter` opens, `Escape` deselects. The row with the focus is the current one. */
export function useRowKeys({ bodyRef, selection, linkOf, onToggle }: RowKeys): void {
  const navigate = useNavigate()
  const rows = () => [...(bodyRef.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('tr[data-row]') ?? null
  const move = (step: number) => {
    const all = rows()
    const row = current()
    const at = row ? all.indexOf(row) : -1
    const next = at === -1 ? all[step > 0 ? 0 : all.length - 1] : all[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const withId = (act: ((id: string) => void) | undefined) => () => {
    const id = current()?.dataset.row
    if (id === undefined || !act) return false
    return act(id)
  }
  const open = (id: string) => (linkOf ? void navigate(linkOf(id)) : onToggle?.(id))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: withId(selection?.toggle),
    'Shift+X': withId(selection?.extendTo),
    // On a control inside the row, Enter is the control's.
    Enter: () => (document.activeElement?.matches('tr[data-row]') ? withId(open)() : false),
    Escape: () => (selection && selection.ids.size > 0 ? selection.clear() : false),
  })
}
