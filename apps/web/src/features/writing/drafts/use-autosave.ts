import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Autosave, createAutosave, type Draft, type SaveState } from './autosave.ts'
import type { DraftStore } from './draft-store.ts'

interface Options {
  store: DraftStore
  /** `savedAt` of the version that may be replaced, `null` for none. */
  replaced: number | null
  draftKey: string
  /** `null` when nothing differs from the stored article. */
  draft: Draft | null
  /** Whether the device already has this draft. */
  isSaved: boolean
  /** Whether this tab holds the draft. */
  isOwn: boolean
  /** Set to the save that must finish before another tab takes over. */
  flushRef: RefObject<() => Promise<void>>
}

/** Saves the draft on this device when it changes, and when the page is hidden or left. */
export function useAutosave({ store, replaced, draftKey, draft, isSaved, isOwn, flushRef }: Options) {
  const [saveState, setSaveState] = useState<SaveState>(
    replaced === null ? { name: 'idle' } : { name: 'saved', savedAt: replaced },
  )
  const autosaveRef = useRef<Autosave | null>(null)
  const beginRef = useRef({ key: draftKey, replaced })

  useEffect(() => {
    const autosave = createAutosave({ store, ...beginRef.current, onState: setSaveState })
    autosaveRef.current = autosave
    const flush = () => autosave.flush()
    const handleHide = () => {
      if (document.visibilityState === 'hidden') void flush()
    }
    flushRef.current = flush
    document.addEventListener('visibilitychange', handleHide)
    const handleLeave = () => {
      autosave.rescue()
      void flush()
    }
    addEventListener('pagehide', handleLeave)
    // Fires before `pagehide`, which waits for the browser's question.
    addEventListener('beforeunload', handleLeave)
    return () => {
      void flush()
      autosave.stop()
      document.removeEventListener('visibilitychange', handleHide)
      removeEventListener('pagehide', handleLeave)
      removeEventListener('beforeunload', handleLeave)
    }
  }, [store, flushRef])

  const hadDraft = useRef(draft !== null)
  const savedRef = useRef(isSaved ? draft : null)
  useEffect(() => {
    const autosave = autosaveRef.current
    if (!autosave || !isOwn || (draft && draft === savedRef.current)) return
    savedRef.current = null
    if (draft) autosave.save(draft)
    else if (hadDraft.current) void autosave.drop()
    hadDraft.current = draft !== null
  }, [draft, isOwn])

  return { saveState, autosaveRef }
}
