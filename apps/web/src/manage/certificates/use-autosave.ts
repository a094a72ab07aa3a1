import type { DataFor } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import type { Choices } from '#manage/controls/saving/compare-sides.ts'
import { readDraft, writeDraft } from '#manage/controls/saving/draft-store.ts'
import { isSame } from '#manage/controls/saving/values.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { type FlatSides, flattenSides, mergeFlat, needsChoice, type Typed } from './conflict/merge-typed.ts'
import type { PendingChange } from './desk-words.ts'

/** Pause in typing after which the text is saved. */
const IDLE_MS = 1500

/** `conflict`: a colleague has changed the same members. `ended`: the text is no draft any more. */
export type SaveState = 'saved' | 'typing' | 'saving' | 'failed' | 'conflict' | 'ended'
type Judged = Pick<DataFor<'PUT /v1/manage/certificates/{certificateNo}'>, 'faults' | 'warnings'>

const toTyped = ({ form, answers }: Typed): Typed => ({ form, answers })

/**
 * Saves the text of a draft after a pause in typing. One save runs at a time, and the next one sends what was typed meanwhile.
 * Typed text stays on the page when a save fails. What a colleague has saved meanwhile is merged; members that both changed wait
 * for a choice.
 */
export function useAutosave(certificateNo: string, pendingChange: PendingChange) {
  const api = useApi()
  const key = useDraftKey(`certificate-${certificateNo}-${pendingChange.version}`)
  const startState = useState(() => {
    const { revision } = pendingChange
    const asStored = toTyped(pendingChange)
    const draft = readDraft<Typed>(key, asStored)
    // Text typed before a crash or without a network. One of an older revision is merged by the first save.
    if (!draft || draft.version > revision) return { asStored, typed: asStored, revision }
    return { asStored: draft.version < revision ? draft.base : asStored, typed: draft.values, revision: draft.version }
  })[0]
  const [typed, setTyped] = useState<Typed>(startState.typed)
  const [judged, setJudged] = useState<Judged>({ faults: pendingChange.faults, warnings: pendingChange.warnings })
  const judgedNow = useRef(judged)
  const [state, setState] = useState<SaveState>('saved')
  const [savedAt, setSavedAt] = useState(pendingChange.changeTime)
  const [conflict, setConflict] = useState<PendingChange | null>(null)
  const newest = useRef(typed)
  const stored = useRef(startState.asStored)
  const revision = useRef(startState.revision)
  const running = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function saveNewest(): Promise<boolean> {
    try {
      while (stored.current !== newest.current) {
        try {
          await save(newest.current)
        } catch (reason) {
          const isConflict = reason instanceof ApiError && reason.code === CODE.conflict
          if (!isConflict) throw reason
          if (!(await mergeStored())) return false
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

  async function save(sent: Typed): Promise<void> {
    setState('saving')
    const saved = await api.call('PUT /v1/manage/certificates/{certificateNo}', {
      params: { certificateNo },
      body: { revision: revision.current, ...sent },
    })
    revision.current = saved.revision
    stored.current = sent
    writeDraft(key, null)
    judge(saved)
    setSavedAt(toWireDateTime(Date.now()))
  }

  function judge({ faults, warnings }: Judged): void {
    judgedNow.current = { faults, warnings }
    setJudged(judgedNow.current)
  }

  const getSides = (theirs: PendingChange): FlatSides =>
    flattenSides({ base: stored.current, mine: newest.current, theirs: toTyped(theirs) })

  /**
   * Merges what a colleague has saved.
   * @returns whether the text can be saved; not when a member waits for a choice, or the text is no draft any more
   */
  async function mergeStored(): Promise<boolean> {
    const call = { params: { certificateNo } } as const
    const { pendingChange: theirs } = await api.call('GET /v1/manage/certificates/{certificateNo}', call)
    if (theirs === null || theirs.state === 'submitted' || theirs.version !== pendingChange.version) {
      setState('ended')
      return false
    }
    // The save was refused for another reason.
    if (theirs.revision === revision.current) throw new Error('the draft has no newer revision')
    const sides = getSides(theirs)
    if (needsChoice(sides)) {
      setConflict(theirs)
      setState('conflict')
      return false
    }
    const isNews = !isSame(sides.base, sides.theirs) && !isSame(sides.mine, sides.theirs)
    rebase(theirs, mergeFlat(sides, {}))
    if (isNews) showToast('success', '同事刚刚也改了这份证书，双方的改动已合并')
    return true
  }

  /** Continues on the stored text of a colleague, with `text` on top of it. */
  function rebase(theirs: PendingChange, text: Typed): void {
    const theirText = toTyped(theirs)
    stored.current = theirText
    revision.current = theirs.revision
    newest.current = isSame(text, theirText) ? theirText : text
    setTyped(newest.current)
    setConflict(null)
    judge(theirs)
    if (newest.current === theirText) writeDraft(key, null)
    else keepInBrowser()
  }

  function keepInBrowser(): void {
    writeDraft(key, { version: revision.current, base: stored.current, values: newest.current, atMs: Date.now() })
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
    /** Both sides of a save that waits for a choice. */
    conflict: conflict && { stored: conflict, sides: getSides(conflict) },
    /** Merges as chosen, and saves. */
    resolve(choices: Choices) {
      if (!conflict) return
      rebase(conflict, mergeFlat(getSides(conflict), choices))
      setState('saved')
      void flush()
    },
    /** Returns to the form; the next save compares again. */
    postpone() {
      setConflict(null)
      setState('typing')
    },
    discard() {
      if (!conflict) return
      rebase(conflict, toTyped(conflict))
      setState('saved')
    },
    flush,
    /** Takes over what a colleague has saved, after a step was refused. */
    async refresh() {
      await mergeStored().catch(() => {})
    },
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
      keepInBrowser()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), IDLE_MS)
    },
  }
}
