import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'

interface VisitFigures {
  /** Page views and visitors since the site began; `null` until they were asked for, and when upstream counts none. */
  siteAccess: number | null
  visitorAccess: number | null
}

/**
 * Known in the browser only: in the HTML from the server they would make every page of the cache a new one with each
 * visit.
 */
export const useVisitFigures = create<VisitFigures>()(() => ({ siteAccess: null, visitorAccess: null }))

/** How far before the figures are seen they are asked for. */
const AHEAD = '300px'

/** @returns for the element that shows the figures: they are asked for, once, when it comes near */
export function useVisitFiguresNear() {
  const api = useApi()
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || useVisitFigures.getState().siteAccess !== null) return
    if (typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        // Without a network the request could only fail.
        if (!navigator.onLine || !entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load(api)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [api])
  return ref
}

async function load(api: ApiClient): Promise<void> {
  try {
    const { extra } = await api.callWhole('GET /v1/webSiteInfo', { quiet: true })
    useVisitFigures.setState({ siteAccess: extra.siteAccess ?? null, visitorAccess: extra.visitorAccess ?? null })
  } catch {
    // Nothing depends on them: the line stays empty.
  }
}
