import { useMemo, useRef, useState } from 'react'
import { findPictures, toPlaceholder } from '#domain/writing/pictures/picture-marks.ts'
import { useTextPictures } from '#domain/writing/pictures/use-text-pictures.ts'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { type QueuedPicture, restorePicture } from '#lib/api/picture-queue.ts'
import { useSession } from '#lib/session.ts'
import { type Draft, useAutosave } from './drafts/autosave.ts'
import { type LocalPicture, toDraftKey } from './drafts/local-draft.ts'
import type { EditorProps } from './editor.tsx'
import type { Start, Stored } from './load-opening.ts'
import { BLANK, computeFingerprint, type Writing } from './writing.ts'

export type EditorModel = ReturnType<typeof useEditor>

/**
 * State of the editor: fields, text, pictures and the local draft.
 * @param isOwn whether this tab may write the draft
 */
export function useEditor({ userId, start, store, flushRef }: EditorProps, isOwn: boolean) {
  const [writing, setWriting] = useState(start.writing)
  const [stored, setStored] = useState<Stored | null>(start.stored)
  const [decorative, setDecorative] = useState<ReadonlySet<string>>(() => listDecorative(start))
  const [textEditor, setTextEditor] = useState<TextEditor | null>(null)
  const isMember = useSession(({ user }) => user !== null)
  const textPictures = useTextPictures({
    editor: textEditor,
    text: writing.contentMd,
    initial: (start.local?.pictures ?? []).map(restorePicture),
    isPaused: !isMember || !isOwn,
  })
  const { pictures, queue } = textPictures
  const latestRef = useRef(writing)

  const change = (changes: Partial<Writing>) => {
    latestRef.current = { ...latestRef.current, ...changes }
    setWriting(latestRef.current)
  }
  const base = useMemo(() => computeFingerprint(stored?.writing ?? BLANK), [stored])
  const waiting = useMemo(() => listUnsent(pictures, writing.contentMd), [pictures, writing.contentMd])
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
    textPictures,
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

/** Pictures of the text that are not stored yet. Those that were removed again are no change of the draft. */
function listUnsent(pictures: readonly QueuedPicture[], text: string): LocalPicture[] {
  return pictures
    .filter(({ key, state }) => state !== 'stored' && text.includes(toPlaceholder(key)))
    .map(({ key, name, file, origin }) => ({ key, name, file: file ?? undefined, ...(origin && { origin }) }))
}
