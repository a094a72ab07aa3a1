import type { ReactNode } from 'react'

/** A text with the searched words marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  if (words.length === 0) return text
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi')).map((part, at) =>
    // Every second part is a searched word.
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  )
}
