import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { openDialog, useDialogs } from '#lib/dialogs.ts'
import { showToast } from '#lib/toasts.ts'
import type { Outcome } from './done-page.tsx'
import { toDraftKey } from './drafts/local-draft.ts'
import type { EditorProps } from './editor.tsx'
import { type Fault, findDraftFaults, findSubmissionFaults } from './fields/writing-faults.ts'
import type { EditorModel } from './use-editor.ts'
import { isSameWriting, type PublishState, toForm, type Writing } from './writing.ts'

const OUTCOMES: Partial<Record<PublishState, Outcome['kind']>> = {
  [PUBLISH_STATE.published]: 'published',
  [PUBLISH_STATE.inReview]: 'inReview',
}

/** Stores the article upstream. After a failure the text remains on the screen and on the device. */
export function useStoring(editor: EditorModel, { userId, onStored, onDone }: EditorProps) {
  const api = useApi()
  const [busyWith, setBusyWith] = useState<PublishState | null>(null)
  /** State of publication that was requested but stopped by faults. */
  const [wanted, setWanted] = useState<PublishState | null>(null)
  /** Number of attempts that were stopped by faults. */
  const [attempt, setAttempt] = useState(0)
  const [isUnreachable, setIsUnreachable] = useState(false)
  const [isFinished, setIsFinished] = useState(false)
  // Corrected faults disappear from the list.
  const faults = useMemo(
    () => (wanted === null ? [] : findFaults(wanted, editor.writing, editor.decorative)),
    [wanted, editor.writing, editor.decorative],
  )
  const later = useAfterLogin(editor.isMember)

  const send = async (writing: Writing & { categoryId: number }, state: PublishState): Promise<number | null> => {
    const form = toForm(writing, state)
    const id = editor.stored?.id
    if (id !== undefined) {
      await api.call('PUT /v1/article/', { body: { id, ...form } })
      return id
    }
    const { extra } = await api.callWhole('POST /v1/article/', { body: form })
    return extra.id ?? null
  }

  const settle = async (sent: Writing, state: PublishState, id: number | null) => {
    const autosave = editor.autosaveRef.current
    const kind = OUTCOMES[state]
    if (kind || id === null) {
      setIsFinished(true)
      await autosave?.drop()
      autosave?.stop()
      onDone({ kind: kind ?? 'draft', title: sent.title.trim(), id })
      return
    }
    if (!editor.stored) {
      await autosave?.moveTo(toDraftKey(userId, id), null)
      onStored(id)
    }
    // Text typed in the meantime remains in the local draft.
    if (isSameWriting(sent, editor.latestRef.current)) await autosave?.drop()
    editor.setStored({ id, writing: sent, state })
    showToast('success', '草稿已保存')
  }

  const store = async (state: PublishState) => {
    if (busyWith !== null) return
    const writing = editor.latestRef.current
    const found = findFaults(state, writing, editor.decorative)
    setWanted(found.length > 0 ? state : null)
    const { categoryId } = writing
    if (found.length > 0 || categoryId === null) return setAttempt((count) => count + 1)
    if (!editor.isMember) return later(() => void storeRef.current(state))
    setBusyWith(state)
    setIsUnreachable(false)
    await editor.autosaveRef.current?.flush()
    try {
      await settle(writing, state, await send({ ...writing, categoryId }, state))
    } catch (reason) {
      // The API client has already shown errors that upstream answered.
      setIsUnreachable(!(reason instanceof ApiError))
    }
    setBusyWith(null)
  }

  const storeRef = useRef(store)
  useEffect(() => {
    storeRef.current = store
  })

  const remove = async () => {
    if (!editor.stored) return
    await api.call('DELETE /v1/article/', { query: { id: editor.stored.id } })
    setIsFinished(true)
    await editor.autosaveRef.current?.drop()
    editor.autosaveRef.current?.stop()
    showToast('success', '文章已删除')
  }
  return { store, remove, busyWith, faults, attempt, isUnreachable, isFinished }
}

function findFaults(state: PublishState, writing: Writing, decorative: ReadonlySet<string>): readonly Fault[] {
  return state === PUBLISH_STATE.draft ? findDraftFaults(writing) : findSubmissionFaults(writing, decorative)
}

/** Runs a callback after the login, and drops it when the login dialog is closed. */
function useAfterLogin(isMember: boolean): (act: () => void) => void {
  const actRef = useRef<(() => void) | null>(null)
  const isAsked = useDialogs(({ open }) => open === 'login')
  useEffect(() => {
    const act = actRef.current
    if (isAsked && !isMember) return
    actRef.current = null
    // Runs after the effects of this render, which has the new session.
    if (isMember && act) queueMicrotask(act)
  }, [isAsked, isMember])
  return (act) => {
    actRef.current = act
    openDialog('login')
  }
}
