import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { type FoundRecords, findRecords } from './jump-records.ts'
import type { Place } from './place.ts'

/** Pause after the last keystroke before a search, ms. */
const PAUSE_MS = 200

interface Records extends FoundRecords {
  isSearching: boolean
}

const NONE: FoundRecords = { items: [], isPartial: false }

/** Finds records that contain the typed text; each keystroke cancels the previous search. */
export function useRecords(places: readonly Place[], typed: string): Records {
  const api = useApi()
  const text = typed.trim()
  const [found, setFound] = useState({ text: '', ...NONE })
  const placesRef = useRef(places)
  useEffect(() => {
    if (text === '') return undefined
    const controller = new AbortController()
    const search = async () => {
      const records = await findRecords(api, placesRef.current, text, controller.signal)
      setFound({ text, ...records })
    }
    // Only a cancelled search fails as a whole.
    const timer = setTimeout(() => void search().catch(() => undefined), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, text])
  const isFound = found.text === text
  return { ...(isFound ? found : NONE), isSearching: text !== '' && !isFound }
}
