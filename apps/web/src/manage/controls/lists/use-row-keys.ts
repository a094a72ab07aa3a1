import type { RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKeys } from '../keys/use-keys.ts'
import type { Selection } from './use-selection.ts'

interface RowKeys {
  bodyRef: RefObject<HTMLTableSectionElement | null>
  selection: Selection | undefined
  /** Address of a row by its id. */
  getAddress: ((id: string) => string) | undefined
  /** Opens or closes the details of a row. */
  onToggle: ((id: string) => void) | undefined
  /** Closes the open details; given while some are open. */
  onClose: (() => void) | undefined
}

/**
 * `J` and `K` focus rows, `X` selects, `Enter` opens, `Escape` deselects or closes the details. The focused row is the current
 * one. The keys move through all tables of a page as one.
 */
export function useRowKeys({ bodyRef, selection, getAddress, onToggle, onClose }: RowKeys): void {
  const navigate = useNavigate()
  const move = (step: number) => {
    const all = [...document.querySelectorAll<HTMLElement>('tr[data-row]')]
    const row = findCurrentRow()
    const at = row ? all.indexOf(row) : -1
    const next = at === -1 ? all[step > 0 ? 0 : all.length - 1] : all[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const forCurrentRow = (act: ((id: string) => void) | undefined) => () => {
    const row = findCurrentRow()
    if (!row || !act || !bodyRef.current?.contains(row)) return false
    return act(row.dataset.row ?? '')
  }
  const leave = () => {
    if (selection && selection.ids.size > 0) return selection.clear()
    return onClose ? onClose() : false
  }
  const open = (id: string) => (getAddress ? void navigate(getAddress(id)) : onToggle?.(id))
  useKeys({
    j: { words: '下一行', run: () => move(1) },
    k: { words: '上一行', run: () => move(-1) },
    ...(selection && {
      x: { words: '选择', run: forCurrentRow(selection.toggle) },
      'Shift+X': { words: '选到此行', run: forCurrentRow(selection.extendTo) },
    }),
    ...((getAddress || onToggle) && {
      Enter: {
        words: '打开',
        // A control inside the row handles Enter itself.
        run: () => (document.activeElement?.matches('tr[data-row]') ? forCurrentRow(open)() : false),
      },
    }),
    ...((selection || onClose) && { Escape: { words: selection ? '取消选择' : '收起', run: leave } }),
  })
}

function findCurrentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('tr[data-row]') ?? null
}
