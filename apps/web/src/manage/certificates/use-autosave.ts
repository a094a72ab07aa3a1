import type { DataFor } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { readDraft, writeDraft } from '#manage/controls/saving/draft-store.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import type { PendingChange } from './desk-words.ts'

/** Pause in typing after which the text is saved. */
const IDLE_MS = 1500

interface Typed {
  form: PendingChange['form']
  answers: PendingChange['answers']
}
export type SaveState = 'saved' | 'typing' | 'saving' | 'failed' | 'conflict'
type Judged = Pick<DataFor<'PUT /v1/manage/certificates/{certificateNo}'>, 'faults' | 'warnings'>

/**
 * Saves the text of a draft after a pause in typing. One save runs at a time, and the next one sends what was typed meanwhile.
 * Typed text stays on the page when a save fails.
 */
export function useAutosave(certificateNo: string, pendingChange: PendingChange) {
  const api = useApi()
  const key = useDraftKey(`certificate-${certificateNo}`)
  const startState = useState(() => {
    const storedText = { form: pendingChange.form, answers: pendingChange.answers }
    const draft = readDraft<Typed>(key, storedText)
    // Text typed before a crash or without a network; it is used only when it is based on the stored revision.
    return { asStored: storedText, typed: draft?.version === pendingChange.revision ? draft.values : storedText }
  })[0]
  const [typed, setTyped] = useState<Typed>(startState.typed)
  const [judged, setJudged] = useState<Judged>({ faults: pendingChange.faults, warnings: pendingChange.warnings })
  const judgedNow = useRef(judged)
  const [state, setState] = useState<SaveState>('saved')
  const [savedAt, setSavedAt] = useState(pendingChange.changeTime)
  const newest = useRef(typed)
  const stored = useRef(startState.asStored)
  const revision = useRef(pendingChange.revision)
  const running = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function saveNewest(): Promise<boolean> {
    try {
      while (stored.current !== newest.current) await save(newest.current)
      setState('saved')
      return true
    } catch (reason) {
      setState(reason instanceof ApiError && reason.code === CODE.conflict ? 'conflict' : 'failed')
      return false
    } finally {
      running.current = null
    }
  }

  async function save(sent: Typed): Promise<void> {
    setState('saving')
    const saved = await api.call('PUT /v1/manage/certificates/{certificateNo}', {
      params: { certificateNo },
      body: { revision: revision.current, ...sent },
    })
    revision.current = saved.revision
    stored.current = sent
    writeDraft(key, null)
    judgedNow.current = { faults: saved.faults, warnings: saved.warnings }
    setJudged(judgedNow.current)
    setSavedAt(toWireDateTime(Date.now()))
  }

  /** Saves unsaved text. @returns whether everything is saved */
  function flush(): Promise<boolean> {
    clearTimeout(timer.current)
    if (stored.current === newest.current) return Promise.resolve(true)
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

  return {
    ...typed,
    ...judged,
    state,
    /** Day and time of the last save. */
    savedAt,
    flush,
    /** Whether the stored text has no obstacle to the submission. */
    isReady() {
      const { faults, warnings } = judgedNow.current
      const answered = newest.current.answers.map(({ key }) => key)
      return faults.length === 0 && warnings.every(({ key }) => answered.includes(key))
    },
    revision: () => revision.current,
    change(next: Partial<Typed>) {
      newest.current = { ...newest.current, ...next }
      setTyped(newest.current)
      setState('typing')
      writeDraft(key, {
        version: revision.current,
        base: startState.asStored,
        values: newest.current,
        atMs: Date.now(),
      })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), IDLE_MS)
    },
  }
}
