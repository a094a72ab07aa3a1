import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'

interface VisitFigures {
  /** Page views and visitors in total; `null` before they are loaded, and when upstream has none. */
  siteAccess: number | null
  visitorAccess: number | null
}

/** Loaded in the browser only: in the server's HTML they would change every cached page with each visit. */
export const useVisitFigures = create<VisitFigures>()(() => ({ siteAccess: null, visitorAccess: null }))

/** Distance from the viewport at which the figures are loaded. */
const LOAD_MARGIN = '300px'

/** Loads the figures once, when their element comes near. @returns ref of that element */
export function useVisitFiguresNear() {
  const api = useApi()
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || useVisitFigures.getState().siteAccess !== null) return
    if (typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!navigator.onLine || !entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load(api)
      },
      { rootMargin: LOAD_MARGIN },
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
    // The line stays empty.
  }
}
