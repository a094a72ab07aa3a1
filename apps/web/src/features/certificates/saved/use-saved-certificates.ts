import type { OwnShare, SavedCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

interface Found {
  saved: readonly SavedCertificate[]
  /** Certificates that have become invalid and whose note the member has not dismissed. */
  news: readonly SavedCertificate[]
  otherShares: readonly OwnShare[]
  total: number
  hasMore: boolean
  isMailed: boolean
}

export interface SavedCertificatesState extends Found {
  /** `failed`: a page could not be loaded. */
  state: 'loading' | 'ready' | 'failed'
  /** Loads the next page. */
  loadMore: () => void
  /** Loads the list again from its beginning. */
  refresh: () => void
}

const NO_CERTIFICATES: Found = { saved: [], news: [], otherShares: [], total: 0, hasMore: false, isMailed: true }

/**
 * The member's saved certificates, page by page. They are loaded when mounted, because loaders do not know the member.
 */
export function useSavedCertificates(): SavedCertificatesState {
  const api = useApi()
  const [found, setFound] = useState<Found>(NO_CERTIFICATES)
  const [state, setState] = useState<SavedCertificatesState['state']>('loading')
  const controller = useRef<AbortController | null>(null)

  const load = useCallback(
    async (known: Found | null) => {
      controller.current?.abort()
      const current = new AbortController()
      controller.current = current
      const { signal } = current
      setState('loading')
      const after = known?.saved.at(-1)?.certificateNo
      try {
        const query = after === undefined ? {} : { after }
        const { data, extra } = await api.bindTo(signal).callWhole('GET /v1/certificate/saved', { query })
        if (signal.aborted) return
        const { news, otherShares, ...nextRows } = extra
        const first = known ?? { saved: [], news, otherShares }
        setFound({ ...first, ...nextRows, saved: [...first.saved, ...data] })
        setState('ready')
      } catch {
        if (!signal.aborted) setState('failed')
      }
    },
    [api],
  )

  useEffect(() => {
    let isOver = false
    // Skips the first of the two effects that React runs in development.
    queueMicrotask(() => {
      if (!isOver) void load(null)
    })
    return () => {
      isOver = true
      controller.current?.abort()
    }
  }, [load])

  return {
    ...found,
    state,
    loadMore: () => void load(found.saved.length > 0 ? found : null),
    refresh: () => void load(null),
  }
}
