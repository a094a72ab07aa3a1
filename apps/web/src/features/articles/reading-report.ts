import { VIEW_REPEAT_MS } from '@portal/contract/articles/article-view-rules.ts'
import { PUBLISH_STATE, SECOND_MS } from '@portal/contract/constants.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import type { ArticleView } from './article-view.ts'

const STORAGE_KEY = 'article-reads'
/** Time from which a reader who sees the end has read, and not only jumped there. */
const READ_MS = 10 * SECOND_MS

/**
 * Reports that an article was opened, and that the element after its text came into view. It tells the host of the page
 * that led here, and nothing about the reader.
 */
export function useReadingReport(): RefObject<HTMLSpanElement | null> {
  const api = useApi()
  const end = useRef<HTMLSpanElement>(null)
  const { article } = useLoaderData() as { article: ArticleView }
  const { id, publishState, gate, elsewhereUrl } = article
  const isPublished = publishState === PUBLISH_STATE.published
  const isWhole = !gate && !elsewhereUrl
  useEffect(() => {
    if (!isPublished) return undefined
    const from = findSource()
    const report = (step: 'open' | 'end') => {
      if (isRepeated(`${step} ${id}`, Date.now())) return
      const query = { article: id, step, ...(from && { from }) }
      api.call('GET /v1/report', { query, quiet: true }).catch(() => undefined)
    }
    report('open')
    if (!isWhole || !end.current) return undefined
    const openedAtMs = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleSight: IntersectionObserverCallback = (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      timer = setTimeout(() => report('end'), Math.max(0, openedAtMs + READ_MS - Date.now()))
    }
    // A reader who jumps beyond the end has passed it too.
    const observer = new IntersectionObserver(handleSight, { rootMargin: '1000000px 0px 0px' })
    observer.observe(end.current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [api, id, isPublished, isWhole])
  return end
}

/** Host of the page that led here: `self` for this site, empty for none. */
function findSource(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  // The document was opened with another page, so a link of this site led here.
  if (navigation && new URL(navigation.name).pathname !== location.pathname) return 'self'
  if (!document.referrer) return ''
  const { host, hostname } = new URL(document.referrer)
  if (host === location.host) return 'self'
  return /^[a-z\d.-]{1,100}$/.test(hostname) ? hostname : 'other'
}

/** Returns whether this tab has reported the same within the last half hour, and notes it. */
function isRepeated(name: string, nowMs: number): boolean {
  const stored = JSON.parse(readSessionItem(STORAGE_KEY) ?? '{}') as Record<string, number>
  const recent = Object.entries(stored).filter(([, atMs]) => nowMs - atMs < VIEW_REPEAT_MS)
  if (recent.some(([known]) => known === name)) return true
  writeSessionItem(STORAGE_KEY, JSON.stringify({ ...Object.fromEntries(recent), [name]: nowMs }))
  return false
}
