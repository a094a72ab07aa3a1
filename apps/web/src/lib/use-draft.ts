import { useEffect, useState } from 'react'
import { readSessionItem, TYPED, writeSessionItem } from './browser-storage.ts'

export type Draft = ReturnType<typeof useDraft>

/**
 * Text of a field, stored for this tab: it survives reloads, navigation and the login of its writer.
 * @param name of the field
 */
export function useDraft(name: string) {
  const key = TYPED + name
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
    /** Keeps what was typed before hydration, after the text of an earlier visit. */
    adopt: (typed: string) => {
      const stored = readSessionItem(key)
      set(stored && stored !== typed ? `${stored}\n${typed}` : typed)
    },
    /** Empties the field for sending; the text remains in storage until `drop`. */
    take: () => {
      setText('')
      return text
    },
    /** Removes the text from storage after it was sent. */
    drop: () =>
      setText((typed) => {
        store(typed)
        return typed
      }),
    /** Restores a refused text before any text typed since. */
    giveBack: (refused: string) =>
      setText((typed) => {
        const whole = typed.trim() === '' ? refused : `${refused}\n${typed}`
        store(whole)
        return whole
      }),
  }
}
