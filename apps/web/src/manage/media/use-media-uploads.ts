import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { uploadFault } from '#lib/api/picture-queue.ts'
import { findFileFault, findPixelFault, type MediaItem } from '#manage/controls/media/media-words.ts'
import { uploadToLibrary } from '#manage/controls/media/upload-to-library.ts'

export interface MediaUpload {
  key: number
  file: File
  /** Share that has been sent, 0 to 1. */
  share: number
  /** Reason why it was not stored. */
  fault: string
  item: MediaItem | null
  /** The library had the same content already. */
  isKnown: boolean
}

let keys = 0

/** Uploads files one after the other. @param onStored called after each stored file */
export function useMediaUploads(onStored: (item: MediaItem) => unknown) {
  const api = useApi()
  const [uploads, setUploads] = useState<readonly MediaUpload[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const update = (key: number, change: Partial<MediaUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))

  async function send({ key, file }: MediaUpload): Promise<void> {
    const fault = findFileFault(file) ?? (await findPixelFault(file))
    if (fault !== null) return update(key, { fault })
    try {
      const { item, isKnown } = await uploadToLibrary(api, file, (share) => update(key, { share }))
      update(key, { item, isKnown, share: 1 })
      await onStored(item)
    } catch (reason) {
      update(key, { fault: uploadFault(reason, '网络不通，没有上传，请重试') })
    }
  }
  async function sendAll(added: readonly MediaUpload[]): Promise<void> {
    setIsBusy(true)
    for (const upload of added) await send(upload)
    setIsBusy(false)
  }
  return {
    uploads,
    isBusy,
    add(files: readonly File[]) {
      const added = files.map((file) => {
        keys += 1
        return { key: keys, file, share: 0, fault: '', item: null, isKnown: false }
      })
      setUploads((all) => [...added, ...all.filter(({ item, fault }) => item === null && fault === '')])
      void sendAll(added)
    },
    retry(upload: MediaUpload) {
      update(upload.key, { fault: '', share: 0 })
      void sendAll([upload])
    },
  }
}
