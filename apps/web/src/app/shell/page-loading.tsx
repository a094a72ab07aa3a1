import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import { watchLoading } from '#lib/loading.ts'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'

/** Pages that come sooner do so without a flash of the indicator. */
const PATIENCE_MS = 400

/** Covers the page on a `show` event until `close`, and while the next page is slow to come. */
export function PageLoading() {
  const isAsked = useAsked()
  const isSlow = useSlowNavigation()
  return isAsked || isSlow ? <LoadingIndicator extent="cover" /> : null
}

function useAsked(): boolean {
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => watchLoading(setIsAsked), [])
  return isAsked
}

function useSlowNavigation(): boolean {
  const isOnTheWay = useNavigation().state !== 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isOnTheWay) return undefined
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isOnTheWay])
  return isSlow
}
