import type { DataFor } from '@portal/contract/calls.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import type { Choices } from '#manage/controls/saving/compare-sides.ts'
import { readDraft, writeDraft } from '#manage/controls/saving/draft-store.ts'
import { isSame } from '#manage/controls/saving/values.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import type { PendingChange } from '../desk-words.ts'
import { flattenSides, mergeFlat, needsChoice, type Typed } from './merge-typed.ts'

type Judged = Pick<DataFor<'PUT /v1/manage/certificates/{certificateNo}'>, 'faults' | 'warnings'>

const toTyped = ({ form, answers }: Typed): Typed => ({ form, answers })

/**
 * The text of a draft as typed and as stored. Unsaved text is kept in this browser. What a colleague has saved meanwhile is
 * merged; members that both changed wait for a choice.
 */
export function useDraftText(certificateNo: string, pendingChange: PendingChange) {
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
  const [savedAt, setSavedAt] = useState(pendingChange.changeTime)
  const [conflict, setConflict] = useState<PendingChange | null>(null)
  const newest = useRef(typed)
  const stored = useRef(startState.asStored)
  const revision = useRef(startState.revision)

  function judge({ faults, warnings }: Judged): void {
    judgedNow.current = { faults, warnings }
    setJudged(judgedNow.current)
  }

  const getSides = (theirs: PendingChange) =>
    flattenSides({ base: stored.current, mine: newest.current, theirs: toTyped(theirs) })

  function keepInBrowser(): void {
    writeDraft(key, { version: revision.current, base: stored.current, values: newest.current, atMs: Date.now() })
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

  return {
    typed,
    judged,
    /** Day and time of the last save. */
    savedAt,
    /** Both sides of a save that waits for a choice. */
    conflict: conflict && { stored: conflict, sides: getSides(conflict) },
    revision: () => revision.current,
    isSaved: () => stored.current === newest.current,
    /** Whether the stored text has no obstacle to the submission. */
    isReady() {
      const { faults, warnings } = judgedNow.current
      const answered = newest.current.answers.map((answer) => answer.key)
      return faults.length === 0 && warnings.every((warning) => answered.includes(warning.key))
    },
    change(next: Partial<Typed>) {
      newest.current = { ...newest.current, ...next }
      setTyped(newest.current)
      keepInBrowser()
    },
    /** Saves the newest text. @throws ApiError 409 when a colleague has saved */
    async save(): Promise<void> {
      const sent = newest.current
      const saved = await api.call('PUT /v1/manage/certificates/{certificateNo}', {
        params: { certificateNo },
        body: { revision: revision.current, ...sent },
      })
      revision.current = saved.revision
      stored.current = sent
      writeDraft(key, null)
      judge(saved)
      setSavedAt(toWireDateTime(Date.now()))
    },
    /**
     * Merges what a colleague has saved.
     * @returns `conflict`: a member waits for a choice; `ended`: the text is no draft any more
     * @throws Error when the stored text is the one that this page knows
     */
    async mergeStored(): Promise<'merged' | 'conflict' | 'ended'> {
      const call = { params: { certificateNo } } as const
      const { pendingChange: theirs } = await api.call('GET /v1/manage/certificates/{certificateNo}', call)
      if (theirs === null || theirs.state === 'submitted' || theirs.version !== pendingChange.version) return 'ended'
      if (theirs.revision === revision.current) throw new Error('the draft has no newer revision')
      const sides = getSides(theirs)
      if (needsChoice(sides)) {
        setConflict(theirs)
        return 'conflict'
      }
      rebase(theirs, mergeFlat(sides, {}))
      const isNews = !isSame(sides.base, sides.theirs) && !isSame(sides.mine, sides.theirs)
      if (isNews) showToast('success', '同事刚刚也改了这份证书，双方的改动已合并')
      return 'merged'
    },
    /** Merges as chosen. */
    resolve(choices: Choices) {
      if (conflict) rebase(conflict, mergeFlat(getSides(conflict), choices))
    },
    /** Takes over the text of the colleague. */
    discard() {
      if (conflict) rebase(conflict, toTyped(conflict))
    },
    /** Returns to the form; the next save compares again. */
    postpone: () => setConflict(null),
  }
}
