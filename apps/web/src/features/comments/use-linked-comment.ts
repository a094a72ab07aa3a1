import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { showToast } from '#lib/toasts.ts'
import type { Comments } from './use-comments.ts'

/** Anchor of a comment, after the `#`. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}

function idIn(hash: string): number | null {
  const found = /^#comment-([1-9]\d{0,14})$/.exec(hash)
  return found ? Number(found[1]) : null
}

/**
 * Scrolls to the linked comment, focuses and marks it; loads its page first if needed. Works on each click of such a
 * link. @returns id of the comment to mark
 */
export function useLinkedComment({ show }: Pick<Comments, 'show'>): number | null {
  const { hash, key } = useLocation()
  const [linked, setLinked] = useState<{ id: number; key: string } | null>(null)
  const showRef = useRef(show)
  useEffect(() => {
    showRef.current = show
  })
  useEffect(() => {
    const id = idIn(hash)
    let isGivenUp = false
    const mark = async () => {
      if (id === null) return setLinked(null)
      const isThere = document.getElementById(commentAnchor(id)) !== null || (await showRef.current(id))
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
    const target = linked && document.getElementById(commentAnchor(linked.id))
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [linked])
  return linked?.id ?? null
}
