import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeptPicture } from '#features/writing/drafts/kept-draft.ts'
import { useApi } from '#lib/api/api-context.ts'
import { uploadPicture } from '#lib/api/picture-upload.ts'
import { createPictureQueue, type PictureQueue, type UploadingPicture } from './picture-queue.ts'

export interface Pictures {
  all: readonly UploadingPicture[]
  queue: PictureQueue
}

/** Pictures on their way; sent while `isOpen`, and those that were kept on the device from the beginning. */
export function usePictures(kept: readonly KeptPicture[], isOpen: boolean): Pictures {
  const api = useApi()
  const [all, setAll] = useState<readonly UploadingPicture[]>([])
  const keptRef = useRef(kept)
  const queue = useMemo(() => createPictureQueue((file, options) => uploadPicture(api, file, options), setAll), [api])
  useEffect(() => {
    if (queue.all().length === 0) queue.restore(keptRef.current)
    return () => queue.stop()
  }, [queue])
  useEffect(() => queue.setOpen(isOpen), [queue, isOpen])
  return { all, queue }
}

/** What of them the device has to keep. */
export function unsent(all: readonly UploadingPicture[]): KeptPicture[] {
  return all
    .filter(({ state }) => state !== 'stored')
    .map(({ key, name, file }) => ({ key, name, file: file ?? undefined }))
}
