import { useEffect, useRef, useState } from 'react'
import { useApi } from './api-context.ts'
import { uploadFault } from './picture-queue.ts'
import { findPictureFault, uploadPicture } from './picture-upload.ts'

export interface PictureUploadOptions {
  /** Called with the address of the stored picture. */
  onStored: (url: string) => void
  onBusy?: (isBusy: boolean) => void
  /** Message for an upload that fails without an answer. */
  offline?: string
}

/** Uploads one picture as soon as it is chosen. */
export function usePictureUpload({ onStored, onBusy, offline }: PictureUploadOptions) {
  const api = useApi()
  const [preview, setPreview] = useState('')
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL?.(preview), [preview])

  const finish = () => {
    onBusy?.(false)
    setPreview('')
    setProgress(null)
  }
  const upload = async (file: File) => {
    const found = findPictureFault(file)
    setFault(found ?? '')
    if (found !== null) return
    controllerRef.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    controllerRef.current = controller
    setPreview(URL.createObjectURL(file))
    setProgress(0)
    onBusy?.(true)
    try {
      onStored(await uploadPicture(api, file, { onProgress: setProgress, signal }))
    } catch (reason) {
      if (signal.aborted) return
      setFault(uploadFault(reason, offline))
    }
    finish()
  }
  return {
    /** Object URL of the file during the upload, else empty. */
    preview,
    /** Share that has been sent, 0 to 1; `null` when no upload is running. */
    progress,
    fault,
    choose: (file: File) => void upload(file),
    cancel: () => {
      controllerRef.current?.abort()
      finish()
    },
  }
}
