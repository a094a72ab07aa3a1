import { useEffect, useRef } from 'react'
import type { Paged } from '#lib/api/use-paged.ts'
import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'
import type { Conversation } from './comment-view.ts'

/*
 * What everybody sees may be some seconds old, in the BFF's memory: whoever has just written a comment, or deleted one,
 * would not find that after a reload. So this tab remembers a comment by which to ask once more; that question has an
 * answer of its own.
 */
const keyOf = (articleId: number) => `comments-changed:${articleId}`

/** @param askBy id of a comment that stands on the first page now; `null` when there is none */
export function rememberChange(articleId: number, askBy: number | null): void {
  writeSessionItem(keyOf(articleId), askBy === null ? null : String(askBy))
}

/** Asks once more for the first page where this tab has changed it before. */
export function useOwnChanges(
  articleId: number,
  load: (askBy: number) => Promise<Paged<Conversation>>,
  onLoaded: (page: Paged<Conversation>) => void,
): void {
  const latest = useRef({ load, onLoaded })
  useEffect(() => {
    latest.current = { load, onLoaded }
  })
  useEffect(() => {
    const askBy = Number(readSessionItem(keyOf(articleId)) ?? 0)
    // A comment that the address names brings a fresh page with it.
    if (askBy === 0 || location.hash.startsWith('#comment-')) return
    writeSessionItem(keyOf(articleId), null)
    latest.current.load(askBy).then(
      (page) => {
        if (page.first === 1) latest.current.onLoaded(page)
      },
      () => undefined,
    )
  }, [articleId])
}
