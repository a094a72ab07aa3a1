import type { ContentForm, CurrentContent } from '@portal/contract/articles/content.ts'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { type Choices, mergeSides } from '#manage/controls/saving/compare-sides.ts'
import { useEdit } from '#manage/controls/saving/use-edit.ts'
import { useSaving } from '#manage/controls/saving/use-saving.ts'
import { isSame } from '#manage/controls/saving/values.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import type { OpenedContent } from './load-content.ts'
import { openPreview } from './open-preview.ts'
import { useLock } from './use-lock.ts'
import { useServerDraft } from './use-server-draft.ts'
import { describeValue, findFaults } from './words.ts'

export type ContentEditor = ReturnType<typeof useContentEditor>

/** State of an editor of an article or standing page: values, draft on the server, lock, saving. */
export function useContentEditor({ article, base, baseVersion, begin }: OpenedContent) {
  const { id, pageKey } = article
  const api = useApi()
  const { revalidate } = useRevalidator()
  const key = useDraftKey(`content-${id}`)
  const edit = useEdit<ContentForm>({
    key,
    saved: base,
    version: baseVersion,
    findFaults: (form) => findFaults(form, pageKey),
    formatValue: describeValue,
  })
  const saving = useSaving<CurrentContent>()
  /** Key of the text editor, which rises when the text is replaced from outside. */
  const [textKey, setTextKey] = useState(0)
  const typedAtMs = useRef<number | null>(null)
  const hasBegun = useRef(false)
  const { change } = edit

  // Starts with the draft on the server, unless this browser has a newer text.
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    if (edit.isRestored || isSame(begin, base)) return
    change(begin)
    setTextKey((count) => count + 1)
  })

  const { values, version, changed } = edit
  const isChanged = changed.length > 0
  const draft = useServerDraft(id, isChanged ? { form: values, baseVersion: version } : null, true)
  const getTypingState = () => ({
    unsaved: isChanged ? Math.max(1, Math.abs(values.contentMd.length - edit.base.contentMd.length)) : 0,
    typedAtMs: typedAtMs.current,
  })
  const lock = useLock(id, article.lock, getTypingState, () => void draft.flush())
  const question = usePublishQuestion(edit.check, isChanged || article.state !== 'published')

  /** @returns whether it was saved */
  async function save(send: (form: ContentForm, seen: number) => Promise<{ version: number }>): Promise<boolean> {
    if (!edit.check()) return false
    const outcome = await saving.save(async () => {
      const stored = await send(values, version)
      draft.forget()
      edit.settle(values, stored.version)
      await revalidate()
    })
    return outcome === 'saved'
  }

  /**
   * Resolves a conflict: takes over the newer stored values, with the chosen members of this browser on top. The caller then
   * holds the lock, even when a colleague had it.
   */
  async function resolve(choices: Choices): Promise<void> {
    const theirs = saving.conflict
    if (!theirs) return
    if (lock.isOther && !(await lock.takeOver())) return
    edit.rebase(theirs.form, theirs.version, mergeSides(edit.base, values, theirs.form, choices))
    saving.dismiss()
    setTextKey((count) => count + 1)
    // The answer has the new version and the content that readers see now.
    void revalidate()
    showToast('info', '两边的内容已合并，请核对后再保存')
  }

  /** Continues from the newer stored values, unless this browser has unsaved text. */
  async function takeOver(): Promise<void> {
    if (!(await lock.takeOver())) return
    const stored = isChanged
      ? null
      : await api.call('GET /v1/manage/articles/{id}', { params: { id } }).catch(() => null)
    if (stored) {
      edit.settle(stored.form, stored.version)
      setTextKey((count) => count + 1)
    }
    await revalidate()
  }

  async function discard(): Promise<void> {
    draft.forget()
    await api.call('DELETE /v1/manage/articles/{id}/draft', { params: { id } })
    edit.settle(article.form, article.version)
    saving.dismiss()
    setTextKey((count) => count + 1)
    await revalidate()
  }

  return {
    pageKey,
    edit,
    saving,
    lock,
    draft,
    textKey,
    isChanged,
    save,
    resolve,
    takeOver,
    discard,
    changeText(contentMd: string) {
      typedAtMs.current = Date.now()
      change({ contentMd })
    },
    /** Replaces the whole text, e.g. with the draft of a colleague. */
    replace(form: ContentForm) {
      change(form)
      setTextKey((count) => count + 1)
    },
    /** Opens a preview of the typed text at its place on the public site. */
    preview: () => openPreview(api, id, { form: values }),
    /** Saves the draft: the action of Ctrl S in every editor of texts, which readers do not see. */
    saveDraft: () => saveDraft(draft, isChanged),
    ...question,
    change(patch: Partial<ContentForm>) {
      typedAtMs.current = Date.now()
      change(patch)
    },
  }
}

async function saveDraft(draft: ReturnType<typeof useServerDraft>, isChanged: boolean): Promise<void> {
  if (!isChanged) return showToast('info', '没有未保存的改动')
  const outcome = await draft.flush(true)
  if (outcome === 'stored') showToast('success', '草稿已保存，读者还看不到')
  if (outcome === 'offline') showToast('warning', '没有连上服务器，草稿存在本机')
}

/**
 * State of the confirmation before publishing. Missing values are reported first.
 * @param canPublish whether there is content that readers do not see yet
 */
function usePublishQuestion(check: () => boolean, canPublish: boolean) {
  const [isAsking, setIsAsking] = useState(false)
  return {
    canPublish,
    isAsking,
    askToPublish() {
      if (!canPublish) showToast('info', '没有未保存的改动')
      else if (check()) setIsAsking(true)
    },
    endAsking: () => setIsAsking(false),
  }
}
