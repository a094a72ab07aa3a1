import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { showToast } from '#lib/toasts.ts'
import type { Comments } from './use-comments.ts'

/** Anchor of a comment, after the `#`. */
export function toCommentAnchor(id: number): string {
  return `comment-${id}`
}

/**
 * Scrolls to the linked comment, focuses and marks it; loads its page first if needed. Works on each click of such a
 * link.
 * @returns id of the comment to mark
 */
export function useLinkedComment({ show }: Pick<Comments, 'show'>): number | null {
  const { hash, key } = useLocation()
  const [linked, setLinked] = useState<{ id: number; key: string } | null>(null)
  const showPage = useEffectEvent(show)
  useEffect(() => {
    const id = Number(/^#comment-([1-9]\d{0,14})$/.exec(hash)?.[1] ?? 0)
    let isGivenUp = false
    const mark = async () => {
      if (id === 0) return setLinked(null)
      const isThere = document.getElementById(toCommentAnchor(id)) !== null || (await showPage(id))
      if (isGivenUp) return
      if (isThere) setLinked({ id, key })
      else showToast('info', '这条评论已不在')
    }
    void mark()
    return () => {
      isGivenUp = true
    }
  }, [hash, key])
  useEffect(() => {
    const target = linked && document.getElementById(toCommentAnchor(linked.id))
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [linked])
  return linked?.id ?? null
}
