import { useEffect, useState } from 'react'
import { toArticleTarget } from '#domain/articles/article-summary.ts'
import { useApi } from '#lib/api/api-context.ts'
import { asSafeHtml, toPlainText } from '#lib/html/safe-html.ts'

/** A page of this site, or an article, that a text can link to. */
export interface LinkTarget {
  title: string
  address: string
}

/** Pause in typing before the search, ms. */
const PAUSE_MS = 300
const SHOWN_MAX = 6
/** Beginning of an address. */
const IS_ADDRESS = /^(?:https?:|mailto:|tel:|\/)/i

/** Finds the published pages and articles whose title has the typed words; `null` for an address, and until they are found. */
export function useLinkTargets(typed: string): readonly LinkTarget[] | null {
  const api = useApi()
  const [found, setFound] = useState<readonly LinkTarget[] | null>(null)
  const words = typed.trim()
  useEffect(() => {
    setFound(null)
    if (words === '' || IS_ADDRESS.test(words)) return undefined
    const abort = new AbortController()
    const options = { quiet: true, signal: abort.signal }
    const timer = setTimeout(async () => {
      // A failed search leaves the field for an address.
      const [pages, articles] = await Promise.all([
        api.call('GET /v1/page/', options).catch(() => []),
        api
          .call('GET /v1/article/search', { query: { keyword: words, pageNo: 1, pageSize: SHOWN_MAX }, ...options })
          .then(({ records }) => records)
          .catch(() => []),
      ])
      if (abort.signal.aborted) return
      const targets = [
        ...pages.filter(({ title }) => title.includes(words)).map(({ title, path }) => ({ title, address: path })),
        ...articles.map((row) => ({ title: toPlainText(asSafeHtml(row.title)), address: toArticleTarget(row).to })),
      ]
      setFound(
        targets
          .filter(({ address }, at) => targets.findIndex((one) => one.address === address) === at)
          .slice(0, SHOWN_MAX),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, words])
  return found
}
