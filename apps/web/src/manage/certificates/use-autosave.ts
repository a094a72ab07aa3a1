import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import type { Choices } from '#manage/controls/saving/compare-sides.ts'
import type { Typed } from './conflict/merge-typed.ts'
import { useDraftText } from './conflict/use-draft-text.ts'
import type { PendingChange } from './desk-words.ts'

/** Pause in typing after which the text is saved. */
const IDLE_MS = 1500

/** `conflict`: a colleague has changed the same members. `ended`: the text is no draft any more. */
export type SaveState = 'saved' | 'typing' | 'saving' | 'failed' | 'conflict' | 'ended'

/**
 * Saves the text of a draft after a pause in typing. One save runs at a time, and the next one sends what was typed meanwhile.
 * Typed text stays on the page when a save fails.
 */
export function useAutosave(certificateNo: string, pendingChange: PendingChange) {
  const text = useDraftText(certificateNo, pendingChange)
  const [state, setState] = useState<SaveState>('saved')
  const running = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function saveNewest(): Promise<boolean> {
    try {
      while (!text.isSaved()) {
        setState('saving')
        const outcome = await text.save().then(
          () => 'saved' as const,
          (reason: unknown) => {
            if (reason instanceof ApiError && reason.code === CODE.conflict) return text.mergeStored()
            throw reason
          },
        )
        if (outcome === 'conflict' || outcome === 'ended') {
          setState(outcome)
          return false
        }
      }
      setState('saved')
      return true
    } catch {
      setState('failed')
      return false
    } finally {
      running.current = null
    }
  }

  /** Saves unsaved text. @returns whether everything is saved */
  function flush(): Promise<boolean> {
    clearTimeout(timer.current)
    if (text.isSaved()) return Promise.resolve(true)
    running.current ??= saveNewest()
    return running.current
  }

  const flushNow = useRef(flush)
  flushNow.current = flush
  useEffect(() => {
    const save = () => void flushNow.current()
    save()
    window.addEventListener('online', save)
    return () => {
      window.removeEventListener('online', save)
      // Text typed shortly before the page is left is saved too.
      save()
    }
  }, [])

  const { typed, judged, savedAt, conflict, revision, isReady } = text
  return {
    ...typed,
    ...judged,
    state,
    savedAt,
    conflict,
    revision,
    isReady,
    flush,
    /** Merges as chosen, and saves. */
    resolve(choices: Choices) {
      text.resolve(choices)
      setState('saved')
      void flush()
    },
    postpone() {
      text.postpone()
      setState('typing')
    },
    discard() {
      text.discard()
      setState('saved')
    },
    /** Takes over what a colleague has saved, after a step was refused. */
    async refresh() {
      const outcome = await text.mergeStored().catch(() => null)
      if (outcome === 'conflict' || outcome === 'ended') setState(outcome)
    },
    change(next: Partial<Typed>) {
      text.change(next)
      setState('typing')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), IDLE_MS)
    },
  }
}
