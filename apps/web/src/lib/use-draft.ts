import { useEffect, useState } from 'react'
import { readSessionItem, writeSessionItem } from './browser-storage.ts'

export interface Draft {
  text: string
  set: (text: string) => void
  /** Empties the field for sending; the text stays in storage until `drop`. */
  take: () => string
  /** The text was sent: removes it from storage. */
  drop: () => void
  /** Puts refused text back, before what was typed meanwhile. */
  giveBack: (refused: string) => void
}

/**
 * The text of a field, stored for this tab: it survives reloads, logins and navigation.
 * @param key in session storage
 */
export function useDraft(key: string): Draft {
  const [text, setText] = useState('')
  useEffect(() => {
    const stored = readSessionItem(key)
    if (stored) setText((typed) => typed || stored)
  }, [key])
  const store = (next: string) => writeSessionItem(key, next.trim() === '' ? null : next)
  const set = (next: string) => {
    setText(next)
    store(next)
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
        store(typed)
        return typed
      }),
    giveBack: (refused) =>
      setText((typed) => {
        const whole = typed.trim() === '' ? refused : `${refused}\n${typed}`
        store(whole)
        return whole
      }),
  }
}
