import { useEffect, useMemo, useRef, useState } from 'react'
import { insertBlock } from '#domain/writing/markup.ts'
import { findPictures, readPlaceholderKey, toPlaceholder } from '#domain/writing/picture-marks.ts'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type QueuedPicture, restorePicture, usePictureQueue } from '#lib/api/picture-queue.ts'
import { uploadPicture } from '#lib/api/picture-upload.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { type Draft, useAutosave } from './drafts/autosave.ts'
import { type LocalPicture, toDraftKey } from './drafts/local-draft.ts'
import type { EditorProps } from './editor.tsx'
import type { Start, Stored } from './load-opening.ts'
import { collectPictures } from './pictures/pasted-pictures.ts'
import { BLANK, computeFingerprint, type Writing } from './writing.ts'

export type EditorModel = ReturnType<typeof useEditor>

/**
 * State of the editor: fields, text, pictures and the local draft.
 * @param isOwn whether this tab may write the draft
 */
export function useEditor({ userId, start, store, flushRef }: EditorProps, isOwn: boolean) {
  const api = useApi()
  const [writing, setWriting] = useState(start.writing)
  const [stored, setStored] = useState<Stored | null>(start.stored)
  const [decorative, setDecorative] = useState<ReadonlySet<string>>(() => listDecorative(start))
  const [textEditor, setTextEditor] = useState<TextEditor | null>(null)
  const isMember = useSession(({ user }) => user !== null)
  const { pictures, queue } = usePictureQueue({
    send: (file, options) => uploadPicture(api, file, options),
    initial: (start.local?.pictures ?? []).map(restorePicture),
    isPaused: !isMember || !isOwn,
  })
  const latestRef = useRef(writing)

  const change = (changes: Partial<Writing>) => {
    latestRef.current = { ...latestRef.current, ...changes }
    setWriting(latestRef.current)
  }
  const base = useMemo(() => computeFingerprint(stored?.writing ?? BLANK), [stored])
  const waiting = useMemo(() => listUnsent(pictures), [pictures])
  const draft = useMemo<Draft | null>(() => {
    if (computeFingerprint(writing) === base && waiting.length === 0) return null
    return { writing, pictures: waiting, decorative: [...decorative], base: stored ? base : null }
  }, [writing, waiting, decorative, base, stored])
  const [firstKey] = useState(() => toDraftKey(userId, start.stored?.id ?? null))
  const { saveState, autosaveRef } = useAutosave({
    store,
    replaced: start.replaced,
    draftKey: firstKey,
    draft,
    isSaved: start.local !== null && start.local.base === (start.stored && base),
    isOwn,
    flushRef,
  })
  usePlacedPictures(textEditor, writing.contentMd, pictures)

  const addPictures = (files: readonly File[], at: number | null = null) => {
    if (!textEditor) return
    const { keys, faults } = queue.add(files)
    for (const fault of faults) showToast('error', fault)
    if (keys.length === 0) return
    if (!isMember) showToast('info', '登录后自动上传图片')
    const marks = keys.map((key) => `![](${toPlaceholder(key)})`).join('\n\n')
    const { from, to } = at === null ? textEditor.selection() : { from: at, to: at }
    textEditor.apply(insertBlock(textEditor.text(), at === null ? to : from, to, marks))
  }
  /** @returns whether it handled the transfer, which the text editor must then ignore */
  const takeTransfer = (transfer: DataTransfer, at: number | null): boolean => {
    const { files, missing } = collectPictures(transfer)
    if (missing > 0) showToast('warning', `复制的内容里有 ${missing} 张图片没有带过来，请保存后逐张上传`)
    if (files.length === 0) return false
    const isWithText = transfer.files.length === 0
    // Runs after the text of the same paste has been inserted.
    if (isWithText) queueMicrotask(() => addPictures(files))
    else addPictures(files, at)
    return !isWithText
  }
  return {
    writing,
    latestRef,
    change,
    stored,
    setStored,
    base,
    draft,
    isMember,
    decorative,
    setDecorative: (address: string, isDecorative: boolean) =>
      setDecorative((before) => {
        const next = new Set(before)
        if (isDecorative) next.add(address)
        else next.delete(address)
        return next
      }),
    textEditor,
    setTextEditor,
    pictures,
    queue,
    addPictures,
    takeTransfer,
    saveState,
    autosaveRef,
    /** Overwrites the version that another tab has saved. */
    overwrite: async () => {
      const local = await store.load(toDraftKey(userId, stored?.id ?? null)).catch(() => null)
      autosaveRef.current?.mayReplace(local?.savedAt ?? null)
      await autosaveRef.current?.flush()
    },
  }
}

/**
 * Addresses of stored pictures without alternative text, which were marked as decorative when the article was
 * submitted.
 */
function listDecorative({ stored, local }: Start): Set<string> {
  const accepted = findPictures(stored?.writing.contentMd ?? '').filter(({ alt }) => alt.trim() === '')
  return new Set([...accepted.map(({ address }) => address), ...(local?.decorative ?? [])])
}

/** Replaces placeholders by the addresses of stored pictures, also those that an undo restores. */
function usePlacedPictures(textEditor: TextEditor | null, text: string, all: readonly QueuedPicture[]): void {
  useEffect(() => {
    if (!textEditor || !all.some(({ state }) => state === 'stored')) return
    const urls = new Map(all.filter(({ state }) => state === 'stored').map(({ key, url }) => [key, url]))
    const changes = findPictures(text).flatMap(({ address, addressFrom, addressTo }) => {
      const url = urls.get(readPlaceholderKey(address) ?? '')
      return url ? [{ from: addressFrom, to: addressTo, insert: url }] : []
    })
    // The offsets are valid only for this text.
    if (textEditor.text() === text) textEditor.adjust(changes)
  }, [textEditor, text, all])
}

function listUnsent(pictures: readonly QueuedPicture[]): LocalPicture[] {
  return pictures
    .filter(({ state }) => state !== 'stored')
    .map(({ key, name, file }) => ({ key, name, file: file ?? undefined }))
}
