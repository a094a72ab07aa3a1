import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { showToast } from '#lib/toasts.ts'
import type { Comments } from './use-comments.ts'

/** Name of a comment in an address, after the `#`. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}

function idIn(hash: string): number | null {
  const found = /^#comment-([1-9]\d{0,14})$/.exec(hash)
  return found ? Number(found[1]) : null
}

/**
 * Brings the reader to the comment that the address names: scrolls to it, gives it the focus, and marks it; a comment
 * on a page that is not shown is fetched first. Each click of such a link counts. @returns id of the one to be marked
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
