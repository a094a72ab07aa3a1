import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

/** Pause in typing before the links are checked, ms. */
const PAUSE_MS = 300

/** Finds those of some links within this site that readers cannot open. A failure leaves the warning out. */
export function useClosedLinks(links: readonly string[]): readonly string[] {
  const api = useApi()
  const key = JSON.stringify(links)
  const [found, setFound] = useState({ key, closed: [] as readonly string[] })
  useEffect(() => {
    if (key === '[]') return undefined
    const abort = new AbortController()
    const options = { body: { links: JSON.parse(key) }, quiet: true, signal: abort.signal }
    const timer = setTimeout(() => {
      api
        .call('POST /v1/manage/links/closed', options)
        .then((closed) => setFound({ key, closed }))
        .catch(() => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, key])
  return found.key === key ? found.closed : []
}
