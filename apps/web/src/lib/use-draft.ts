import { useEffect, useState } from 'react'
import { readSessionItem, writeSessionItem } from './session-storage.ts'

export interface Draft {
  text: string
  set: (text: string) => void
  /** Empties the field for what is being sent; the tab keeps the text until `drop`, should the page be left meanwhile. */
  take: () => string
  /** What was sent has arrived. */
  drop: () => void
  /** What was sent was refused: it stands in the field again, before what was typed meanwhile. */
  giveBack: (refused: string) => void
}

/**
 * Text that is being written, kept in this tab: it is there again after a reload, a login, or a look at another page.
 * @param key name in session storage
 */
export function useDraft(key: string): Draft {
  const [text, setText] = useState('')
  useEffect(() => {
    const kept = readSessionItem(key)
    if (kept) setText((typed) => typed || kept)
  }, [key])
  const keep = (next: string) => writeSessionItem(key, next.trim() === '' ? null : next)
  const set = (next: string) => {
    setText(next)
    keep(next)
  }
  return {
    text,
    set,
    take: () => {
      setText('')
      return text
    },
    drop: () =>
      setText((typed) => {
        keep(typed)
        return typed
      }),
    giveBack: (refused) =>
      setText((typed) => {
        const whole = typed.trim() === '' ? refused : `${refused}\n${typed}`
        keep(whole)
        return whole
      }),
  }
}
