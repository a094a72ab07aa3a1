import { type RefObject, useEffect, useRef, useState } from 'react'
import { createDraftKeeper, type Draft, type DraftKeeper, type KeepingState } from './draft-keeper.ts'
import type { DraftStore } from './draft-store.ts'

interface Options {
  store: DraftStore
  /** Of the version on the device that may be replaced, `null` for none. */
  replaced: number | null
  draftKey: string
  /** What is to be kept; `null` when nothing differs from what is stored upstream. */
  draft: Draft | null
  /** Whether that is what the device keeps already. */
  isKept: boolean
  /** Whether this tab writes the draft. */
  isOwn: boolean
  /** Where the claim finds what to do before another tab writes. */
  flushRef: RefObject<() => Promise<void>>
}

/** Keeps the draft on this device as it changes, and when the page is left or hidden. */
export function useKeeper({ store, replaced, draftKey, draft, isKept, isOwn, flushRef }: Options) {
  const [keeping, setKeeping] = useState<KeepingState>(
    replaced === null ? { name: 'idle' } : { name: 'kept', savedAt: replaced },
  )
  const keeperRef = useRef<DraftKeeper | null>(null)
  const beginRef = useRef({ key: draftKey, replaced })

  useEffect(() => {
    const keeper = createDraftKeeper({ store, ...beginRef.current, onState: setKeeping })
    keeperRef.current = keeper
    const flush = () => keeper.flush()
    const handleHide = () => {
      if (document.visibilityState === 'hidden') void flush()
    }
    flushRef.current = flush
    document.addEventListener('visibilitychange', handleHide)
    const handleLeave = () => {
      keeper.rescue()
      void flush()
    }
    addEventListener('pagehide', handleLeave)
    // Comes first, and takes long where the visitor is asked.
    addEventListener('beforeunload', handleLeave)
    return () => {
      void flush()
      keeper.stop()
      document.removeEventListener('visibilitychange', handleHide)
      removeEventListener('pagehide', handleLeave)
      removeEventListener('beforeunload', handleLeave)
    }
  }, [store, flushRef])

  const hadDraft = useRef(draft !== null)
  const keptRef = useRef(isKept ? draft : null)
  useEffect(() => {
    const keeper = keeperRef.current
    if (!keeper || !isOwn || (draft && draft === keptRef.current)) return
    keptRef.current = null
    if (draft) keeper.keep(draft)
    else if (hadDraft.current) void keeper.drop()
    hadDraft.current = draft !== null
  }, [draft, isOwn])

  return { keeping, keeperRef }
}
