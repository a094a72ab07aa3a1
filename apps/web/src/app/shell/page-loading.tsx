import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import { watchLoading } from '#lib/loading.ts'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'

/** Faster pages show no indicator. */
const DELAY_MS = 400

/** Covers the page between `showLoading` and `closeLoading`, and during slow navigations. */
export function PageLoading() {
  const isRequested = useRequestedIndicator()
  const isSlow = useSlowNavigation()
  return isRequested || isSlow ? <LoadingIndicator extent="cover" /> : null
}

function useRequestedIndicator(): boolean {
  const [isRequested, setIsRequested] = useState(false)
  useEffect(() => watchLoading(setIsRequested), [])
  return isRequested
}

function useSlowNavigation(): boolean {
  const isNavigating = useNavigation().state !== 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isNavigating) return undefined
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isNavigating])
  return isSlow
}
