import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  isRouteErrorResponse,
  type Location,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  useLocation,
  useMatches,
} from 'react-router-dom'
import { buildPageHead } from '#app/document/page-head.ts'
import type { Site } from '#domain/site/site.ts'
import { closeDialog } from '#lib/dialogs.ts'
import { setPageTitle } from '#lib/page-title.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

export interface PageChangeProps {
  site: Site
  /** Element that is focused after a navigation. */
  mainId: string
}

/**
 * Handles each navigation (specification, section 2): closes dialogs, sets the title, announces it, focuses the page
 * and enables smooth scrolling to a hash. Must be rendered before `ScrollRestoration`, which uses the scroll behaviour
 * set here.
 */
export function PageChange({ site, mainId }: PageChangeProps) {
  const location = useLocation()
  const title = useDocumentHead(location, site)
  const [announcement, setAnnouncement] = useState('')
  const firstRef = useRef(location)

  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (location.hash) dataset.scroll = 'smooth'
    else delete dataset.scroll
  }, [location])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes only
  useEffect(() => {
    // Compared through a ref, because React runs effects twice in development.
    if (firstRef.current === location) return
    closeDialog('search')
    closeDialog('drawer')
    document.getElementById(mainId)?.focus({ preventScroll: true })
    setAnnouncement(title)
  }, [location.pathname, location.search])

  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>
}

/**
 * Sets title, description and canonical address of the document.
 * @returns the title
 */
function useDocumentHead(location: Location, site: Site): string {
  const matches = useMatches()
  const status = usePageStatus()
  const { title, description, canonical, isHidden } = buildPageHead(matches, location, site, status)
  useEffect(() => {
    setPageTitle(title)
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
    document.querySelector('link[rel="canonical"]')?.setAttribute('href', new URL(canonical, origin).href)
    document.querySelector('meta[name="robots"]')?.setAttribute('content', isHidden ? 'noindex' : 'all')
  }, [title, description, canonical, isHidden])
  return title
}

/** 200, or the status of the error shown. Outside an error page the router exposes it only in this context. */
function usePageStatus(): number {
  const [error] = Object.values(useContext(RouterStateContext)?.errors ?? {})
  if (error === undefined) return 200
  return isRouteErrorResponse(error) ? error.status : 500
}
