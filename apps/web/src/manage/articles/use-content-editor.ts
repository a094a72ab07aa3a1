import type { ContentForm, CurrentContent } from '@portal/contract/articles/content.ts'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { type Choices, mergeSides } from '#manage/controls/saving/compare-sides.ts'
import { type Edit, useEdit } from '#manage/controls/saving/use-edit.ts'
import { useSaving } from '#manage/controls/saving/use-saving.ts'
import { isSame } from '#manage/controls/saving/values.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { getPresentForm, type OpenedContent } from './load-content.ts'
import { openPreview } from './open-preview.ts'
import { listExchangedPictures, type PictureNames } from './readable-lines.ts'
import { useLock } from './use-lock.ts'
import { useServerDraft } from './use-server-draft.ts'
import { describeValue, findFaults } from './words.ts'

export type ContentEditor = ReturnType<typeof useContentEditor>

/** State of an editor of an article or standing page: values, draft on the server, lock, saving. */
export function useContentEditor({ article, pageKey, base, baseVersion, begin }: OpenedContent) {
  const { id } = article
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
  const draft = useDraft(edit, article)
  const getTypingState = () => ({
    unsaved: isChanged ? Math.max(1, Math.abs(values.contentMd.length - edit.base.contentMd.length)) : 0,
    typedAtMs: typedAtMs.current,
  })
  const lock = useLock(id, article.lock, getTypingState, () => void draft.flush())
  const question = usePublishQuestion(edit, article, isChanged)

  /** @returns whether it was saved */
  async function save(send: (form: ContentForm, seen: number) => Promise<{ version: number }>): Promise<boolean> {
    if (!edit.check()) return false
    const outcome = await saving.save(async () => {
      const stored = await draft.pauseDuring(() => send(values, version))
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
      edit.settle(getPresentForm(stored), stored.version)
      setTextKey((count) => count + 1)
    }
    await revalidate()
  }

  async function discard(): Promise<void> {
    draft.forget()
    await api.call('DELETE /v1/manage/articles/{id}/draft', { params: { id } })
    edit.settle(getPresentForm(article), article.version)
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

/** Sends the unsaved text to the server. */
function useDraft(
  { isRestored, values, version, changed }: Edit<ContentForm>,
  { id, draft }: OpenedContent['article'],
) {
  const [isOnlyHere] = useState(() => isRestored && !isSame(values, draft?.form))
  const unsaved = changed.length > 0 ? { form: values, baseVersion: version } : null
  return {
    ...useServerDraft(id, unsaved, true, isOnlyHere ? null : draft),
    /** The editor began with text that a crash or a lost connection left in this browser, and that the server did not have. */
    isOnlyHere,
  }
}

async function saveDraft(draft: ReturnType<typeof useServerDraft>, isChanged: boolean): Promise<void> {
  if (!isChanged) return showToast('info', '没有未保存的改动')
  const outcome = await draft.flush(true)
  if (outcome === 'stored') showToast('success', '草稿已保存，读者还看不到')
  if (outcome === 'offline') showToast('warning', '没有连上服务器，草稿存在本机')
}

/** What the confirmation before publishing tells. */
export interface PublishQuestion {
  /** Links within this site that readers cannot open. */
  closedLinks: readonly string[]
  /** Names of library pictures that were exchanged. */
  pictureNames: PictureNames
}

/** State of the confirmation before publishing. Missing values are reported first. */
function usePublishQuestion(
  { check, values }: { check: () => boolean; values: ContentForm },
  { id, state, form, schedule }: OpenedContent['article'],
  isChanged: boolean,
) {
  const api = useApi()
  const [isChecking, setIsChecking] = useState(false)
  const [question, setQuestion] = useState<PublishQuestion | null>(null)
  const isPublished = state === 'published'
  /** There is content that readers do not see yet. */
  const canPublish = isChanged || !isPublished || schedule !== null
  return {
    /** The stored text, which readers see when it is published. */
    stored: form,
    isPublished,
    canPublish,
    isChecking,
    /** `null`: the confirmation is closed. */
    question,
    async askToPublish() {
      if (!canPublish) return showToast('info', '没有未保存的改动')
      if (isChecking || !check()) return
      setIsChecking(true)
      const { contentMd } = values
      // Links only cause a warning, and names only help, so that a failure does not prevent publishing.
      const [closedLinks, ...names] = await Promise.all([
        api
          .call('POST /v1/manage/articles/{id}/closedLinks', { params: { id }, body: { contentMd }, quiet: true })
          .catch(() => []),
        ...(isPublished ? listExchangedPictures(form.contentMd, contentMd) : []).map((pictureId) =>
          api
            .call('GET /v1/manage/media/{id}', { params: { id: pictureId }, query: {}, quiet: true })
            .then(({ item }) => [pictureId, item.name])
            .catch(() => []),
        ),
      ])
      setQuestion({ closedLinks, pictureNames: Object.fromEntries(names) })
      setIsChecking(false)
    },
    endAsking: () => setQuestion(null),
  }
}
