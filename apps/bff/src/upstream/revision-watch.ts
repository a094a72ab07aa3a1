import { ARTICLE_LISTS } from '@portal/contract/articles/article-writing.ts'
import { getContentRevision } from '@portal/contract/articles/content-checks.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** Interval between requests: content that is published at a set time appears within two seconds. */
const EVERY_MS = 1 * SECOND_MS
/** Interval while upstream does not answer, and for an upstream that lacks this call. */
const AWAY_MS = 5 * SECOND_MS
const ABSENT_MS = 10 * MINUTE_MS

interface Options {
  upstream: Pick<UpstreamClient, 'request'>
  /** Receives the paths of calls whose answers have changed. */
  onChange: (paths: readonly string[]) => void
}

/**
 * Watches the revision of upstream's published content: at a set time there is no call that would invalidate caches.
 * Every instance watches for itself.
 * @returns a function that ends it
 */
export function watchRevision({ upstream, onChange }: Options): () => void {
  let known: number | undefined
  let isEnded = false
  let timer = setTimeout(poll, EVERY_MS).unref()

  async function poll(): Promise<void> {
    const waitMs = await compare().catch(() => AWAY_MS)
    if (!isEnded) timer = setTimeout(poll, waitMs).unref()
  }

  async function compare(): Promise<number> {
    const { method, path } = getContentRevision
    const headers = { accept: 'application/json' }
    const { status, text } = await upstream.request({ name: toCallKey(getContentRevision), method, path, headers })
    const revision = status === 200 ? readRevision(text) : undefined
    if (revision === undefined) return status >= 500 ? AWAY_MS : ABSENT_MS
    const isChanged = known !== undefined && known !== revision
    known = revision
    if (isChanged) onChange(ARTICLE_LISTS)
    return EVERY_MS
  }

  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

function readRevision(text: string): number | undefined {
  const { data } = JSON.parse(text) as { data?: { revision?: unknown } | null }
  return typeof data?.revision === 'number' ? data.revision : undefined
}
