import { useEffect } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { type CopyPicture, type QueuedPicture, type SendPicture, usePictureQueue } from '#lib/api/picture-queue.ts'
import { copyPicture, uploadPicture } from '#lib/api/picture-upload.ts'
import { useIsOffline } from '#lib/api/use-is-offline.ts'
import { showToast } from '#lib/toasts.ts'
import { insertBlock } from '../markup.ts'
import type { CopiedPicture, TextEditor } from '../text-editor.ts'
import { collectPictures, describeRefusal, toPictureFile } from './copied-pictures.ts'
import { findPictures, readPlaceholderKey, toPlaceholder } from './picture-marks.ts'

export type TextPictures = ReturnType<typeof useTextPictures>

interface TextPicturesOptions {
  editor: TextEditor | null
  text: string
  initial?: readonly QueuedPicture[]
  /** Whether pictures wait, for example before the login. */
  isPaused: boolean
  /** Stores a picture; `uploadPicture` when left out. */
  send?: SendPicture
  /** Copies a picture of another site; `copyPicture` when left out. */
  copy?: CopyPicture
}

const UNREADABLE = '浏览器读不到 Word 里的这张图片，请选择文件'

/** Uploads the pictures of a text. A placeholder stands in the place of each one until it is stored. */
export function useTextPictures({ editor, text, initial = [], isPaused, send, copy }: TextPicturesOptions) {
  const api = useApi()
  const isOffline = useIsOffline()
  const { pictures, queue } = usePictureQueue({
    send: send ?? ((file, options) => uploadPicture(api, file, options)),
    copy: copy ?? ((address, { signal }) => copyPicture(api, address, signal)),
    initial,
    isPaused: isPaused || isOffline,
  })
  usePlacedPictures(editor, text, pictures)

  /** Puts files in the places of missing pictures, in reading order. @param first the first place; @returns the files left */
  const fillPlaces = (files: readonly File[], first?: string): readonly File[] => {
    if (!editor) return files
    const isMissing = (key: string) => {
      const found = pictures.find((picture) => picture.key === key)
      return !found || (found.state === 'failed' && !found.file)
    }
    const placeholders = findPictures(editor.text()).flatMap(({ address }) => readPlaceholderKey(address) ?? [])
    const from = first === undefined ? 0 : placeholders.indexOf(first)
    const places = placeholders.slice(Math.max(0, from)).filter((key) => key === first || isMissing(key))
    for (const [index, key] of places.slice(0, files.length).entries()) {
      const file = files[index]
      if (file) queue.replace(key, file)
    }
    return files.slice(places.length)
  }
  /** @param at offset in the text; `null`: at the caret */
  const add = (files: readonly File[], at: number | null = null) => {
    if (!editor) return
    // Several pictures are those of a copy from Word, in its order.
    const { keys, faults } = queue.add(files.length > 1 ? fillPlaces(files) : files)
    for (const fault of faults) showToast('error', fault)
    if (keys.length === 0) return
    const marks = keys.map((key) => `![](${toPlaceholder(key)})`).join('\n\n')
    const { from, to } = at === null ? editor.selection() : { from: at, to: at }
    editor.apply(insertBlock(editor.text(), at === null ? to : from, to, marks))
  }
  /** @returns whether it handled the transfer, which the text editor must then ignore */
  const takeTransfer = (transfer: DataTransfer, at: number | null): boolean => {
    const { files, missing } = collectPictures(transfer)
    if (missing > 0) showToast('warning', `复制的内容里有 ${missing} 张图片没有带过来，请保存后逐张上传`)
    if (files.length === 0) return false
    const isWithText = transfer.files.length === 0
    // Runs after the text of the same paste has been inserted.
    if (isWithText) queueMicrotask(() => add(files))
    else add(files, at)
    return !isWithText
  }
  return {
    pictures,
    queue,
    add,
    takeTransfer,
    /** Takes the files that were chosen at a missing picture: the first for it, the others for those after it. */
    choose: (key: string, files: readonly File[]) => add(fillPlaces(files, key)),
    /** Takes a picture of copied HTML: a `data:`, `file:` or `http(s):` address. */
    takeCopied(address: string): CopiedPicture {
      if (/^https?:/i.test(address)) return { address: toPlaceholder(queue.request({ origin: address })) }
      if (!/^data:/i.test(address)) return { address: toPlaceholder(queue.request({ fault: UNREADABLE })) }
      const file = toPictureFile(address)
      if (!file) return { fault: describeRefusal(address) }
      const { keys, faults } = queue.add([file])
      return keys[0] ? { address: toPlaceholder(keys[0]) } : { fault: faults.join('') }
    },
  }
}

/** Replaces placeholders by the addresses of stored pictures, also those that an undo restores. */
function usePlacedPictures(editor: TextEditor | null, text: string, all: readonly QueuedPicture[]): void {
  useEffect(() => {
    if (!editor || !all.some(({ state }) => state === 'stored')) return
    const urls = new Map(all.filter(({ state }) => state === 'stored').map(({ key, url }) => [key, url]))
    const changes = findPictures(text).flatMap(({ address, addressFrom, addressTo }) => {
      const url = urls.get(readPlaceholderKey(address) ?? '')
      return url ? [{ from: addressFrom, to: addressTo, insert: url }] : []
    })
    // The offsets are valid only for this text.
    if (editor.text() === text) editor.adjust(changes)
  }, [editor, text, all])
}
