import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import type { Draft } from './drafts/draft-keeper.ts'
import type { DraftStore } from './drafts/draft-store.ts'
import { draftKey } from './drafts/kept-draft.ts'
import { useKeeper } from './drafts/use-keeper.ts'
import type { Start, Stored } from './load-opening.ts'
import { picturesOf } from './pictures/pasted-pictures.ts'
import { findPictures, keyOfPlaceholder, placeholder } from './pictures/picture-marks.ts'
import { unsent, usePictures } from './pictures/use-pictures.ts'
import { block } from './text/markup.ts'
import type { TextEditor } from './text/text-editor.ts'
import { BLANK, fingerprint, type Writing } from './writing.ts'

export interface EditorOptions {
  userId: string | null
  start: Start
  store: DraftStore
  isOwn: boolean
  flushRef: RefObject<() => Promise<void>>
}

export type EditorModel = ReturnType<typeof useEditor>

/** Everything that is being written: fields, text, pictures, and what the device keeps of them. */
export function useEditor({ userId, start, store, isOwn, flushRef }: EditorOptions) {
  const [writing, setWriting] = useState(start.writing)
  const [stored, setStored] = useState<Stored | null>(start.stored)
  const [decorative, setDecorative] = useState<ReadonlySet<string>>(() => decorativeOf(start))
  const [textEditor, setTextEditor] = useState<TextEditor | null>(null)
  const isMember = useSession(({ user }) => user !== null)
  const pictures = usePictures(start.kept?.pictures ?? [], isMember && isOwn)
  const latestRef = useRef(writing)

  const change = (changes: Partial<Writing>) => {
    latestRef.current = { ...latestRef.current, ...changes }
    setWriting(latestRef.current)
  }
  const base = useMemo(() => fingerprint(stored?.writing ?? BLANK), [stored])
  const waiting = useMemo(() => unsent(pictures.all), [pictures.all])
  const draft = useMemo<Draft | null>(() => {
    if (fingerprint(writing) === base && waiting.length === 0) return null
    return { writing, pictures: waiting, decorative: [...decorative], base: stored ? base : null }
  }, [writing, waiting, decorative, base, stored])
  const [firstKey] = useState(() => draftKey(userId, start.stored?.id ?? null))
  const { keeping, keeperRef } = useKeeper({
    store,
    replaced: start.replaced,
    draftKey: firstKey,
    draft,
    isKept: start.kept !== null && start.kept.base === (start.stored && base),
    isOwn,
    flushRef,
  })
  usePlacedPictures(textEditor, writing.contentMd, pictures.all)

  const addPictures = (files: readonly File[], at: number | null = null) => {
    if (!textEditor) return
    const { keys, faults } = pictures.queue.add(files)
    for (const fault of faults) showToast('error', fault)
    if (keys.length === 0) return
    if (!isMember) showToast('info', '登录后自动上传图片')
    const marks = keys.map((key) => `![](${placeholder(key)})`).join('\n\n')
    const { from, to } = at === null ? textEditor.selection() : { from: at, to: at }
    textEditor.apply(block(textEditor.text(), at === null ? to : from, to, marks))
  }
  /** @returns whether pictures were brought, so that nothing else is pasted */
  const takeTransfer = (transfer: DataTransfer, at: number | null): boolean => {
    const { files, missing } = picturesOf(transfer)
    if (missing > 0) showToast('warning', `复制的内容里有 ${missing} 张图片没有带过来，请保存后逐张上传`)
    if (files.length === 0) return false
    const isWithText = transfer.files.length === 0
    // After the text of the same paste.
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
    addPictures,
    takeTransfer,
    keeping,
    keeperRef,
    /** What is on the screen takes the place of what another tab has kept. */
    keepMine: async () => {
      const kept = await store.load(draftKey(userId, stored?.id ?? null)).catch(() => null)
      keeperRef.current?.agree(kept?.savedAt ?? null)
      await keeperRef.current?.flush()
    },
  }
}

/** Pictures without words that are stored already were marked when they were handed in. */
function decorativeOf({ stored, kept }: Start): Set<string> {
  const accepted = findPictures(stored?.writing.contentMd ?? '').filter(({ alt }) => alt.trim() === '')
  return new Set([...accepted.map(({ address }) => address), ...(kept?.decorative ?? [])])
}

/** Puts the address of each stored picture in the place of its placeholder, also when undoing brings that back. */
function usePlacedPictures(
  textEditor: TextEditor | null,
  text: string,
  all: ReturnType<typeof usePictures>['all'],
): void {
  useEffect(() => {
    if (!textEditor || !all.some(({ state }) => state === 'stored')) return
    const urls = new Map(all.filter(({ state }) => state === 'stored').map(({ key, url }) => [key, url]))
    const changes = findPictures(text).flatMap(({ address, addressFrom, addressTo }) => {
      const url = urls.get(keyOfPlaceholder(address) ?? '')
      return url ? [{ from: addressFrom, to: addressTo, insert: url }] : []
    })
    // What was typed since would move the places.
    if (textEditor.text() === text) textEditor.adjust(changes)
  }, [textEditor, text, all])
}
