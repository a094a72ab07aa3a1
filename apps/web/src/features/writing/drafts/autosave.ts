import { SECOND_MS } from '@portal/contract/constants.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DraftStore } from './draft-store.ts'
import type { LocalDraft } from './local-draft.ts'

/** Delay after the first unsaved change; a crash loses the changes of at most twice this time. */
const DELAY_MS = 0.8 * SECOND_MS

export type SaveState =
  | { name: 'idle' }
  | { name: 'saved'; savedAt: number }
  /** Another tab has saved a version that this tab has not loaded. */
  | { name: 'overtaken' }
  /** The storage is full, or the browser refused it. */
  | { name: 'failed' }

export type Draft = Omit<LocalDraft, 'key' | 'savedAt'>

export type Autosave = ReturnType<typeof createAutosave>

export interface AutosaveOptions {
  store: DraftStore
  key: string
  /** `savedAt` of the loaded version, `null` for none. */
  replaced: number | null
  onState: (state: SaveState) => void
  now?: () => number
}

/** Saves the draft on the device within 2 s of a change, one save at a time. */
export function createAutosave({ store, key, replaced, onState, now = Date.now }: AutosaveOptions) {
  let waiting: Draft | null = null
  let saving: Draft | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let tail: Promise<void> = Promise.resolve()
  let isStopped = false

  function runInOrder(task: () => Promise<void>): Promise<void> {
    tail = tail.then(task, task)
    return tail
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return runInOrder(async () => {
      const draft = waiting
      if (!draft) return
      waiting = null
      saving = draft
      const savedAt = getNextInstant()
      try {
        const isSaved = await store.save({ ...draft, key, savedAt }, replaced)
        if (isSaved) replaced = savedAt
        // The draft is saved again when the author has chosen a version.
        else waiting ??= draft
        onState(isSaved ? { name: 'saved', savedAt } : { name: 'overtaken' })
      } catch {
        waiting ??= draft
        onState({ name: 'failed' })
      }
      saving = null
    })
  }

  function getNextInstant(): number {
    return Math.max(now(), (replaced ?? 0) + 1)
  }

  return {
    /** Saves the draft after the delay. */
    save(draft: Draft) {
      if (isStopped) return
      waiting = draft
      timer ??= setTimeout(() => void flush(), DELAY_MS)
    },
    /** Saves a waiting draft immediately. */
    flush,
    /** Saves the text synchronously, while the page is being unloaded. */
    rescue() {
      const draft = waiting ?? saving
      if (draft && !isStopped) store.rescue({ ...draft, key, savedAt: getNextInstant() })
    },
    /** Deletes the draft. */
    drop() {
      clearTimeout(timer)
      timer = undefined
      return runInOrder(async () => {
        waiting = null
        replaced = null
        await store.remove(key).catch(() => undefined)
        onState({ name: 'idle' })
      })
    },
    /** Continues under another key, where it replaces the version `nextReplaced`. */
    moveTo(nextKey: string, nextReplaced: number | null) {
      return runInOrder(async () => {
        const before = key
        key = nextKey
        replaced = nextReplaced
        await store.remove(before).catch(() => undefined)
      })
    },
    /** Sets the version that may be replaced. */
    mayReplace(savedAt: number | null) {
      replaced = savedAt
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

interface Options {
  store: DraftStore
  /** `savedAt` of the version that may be replaced, `null` for none. */
  replaced: number | null
  draftKey: string
  /** Draft to save; `null` when it equals the stored article. */
  draft: Draft | null
  /** Whether the device already stores this draft. */
  isSaved: boolean
  /** Whether this tab holds the claim to the draft. */
  isOwn: boolean
  /** Set to the function that saves before another tab takes over. */
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
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', handleHide, { signal })
    const handleLeave = () => {
      autosave.rescue()
      void flush()
    }
    addEventListener('pagehide', handleLeave, { signal })
    // Fires before `pagehide`, which waits for the browser's confirmation.
    addEventListener('beforeunload', handleLeave, { signal })
    return () => {
      void flush()
      autosave.stop()
      controller.abort()
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
