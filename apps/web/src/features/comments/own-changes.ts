import { useEffect, useRef } from 'react'
import type { Paged } from '#lib/api/use-paged.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import type { Conversation } from './comment-view.ts'

/*
 * The shared response may be some seconds old in the BFF's cache, without a comment just written or with one just
 * deleted. So this tab remembers a comment id to request the page with, which has a cache entry of its own.
 */
const keyOf = (articleId: number) => `comments-changed:${articleId}`

/** @param askBy id of a comment that is on the first page now; `null` when there is none */
export function rememberChange(articleId: number, askBy: number | null): void {
  writeSessionItem(keyOf(articleId), askBy === null ? null : String(askBy))
}

/** Requests the first page again if this tab has changed it. */
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
    // A linked comment loads a fresh page.
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
