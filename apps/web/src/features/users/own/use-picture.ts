import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { pictureFault, uploadPicture } from '#lib/api/picture-upload.ts'

export interface Picture {
  /** What is shown: the chosen file while it is sent, then what is stored; empty for none. */
  shownUrl: string
  /** Of the upload, 0 to 1; `null` when none is under way. */
  progress: number | null
  /** Empty when nothing is wrong. */
  fault: string
  choose: (file: File) => void
}

/** Uploads a chosen picture, and hands over its address when it is stored. */
export function usePicture(url: string, onStored: (url: string) => void, onBusy: (isBusy: boolean) => void): Picture {
  const api = useApi()
  const [preview, setPreview] = useState('')
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL?.(preview), [preview])

  const choose = async (file: File) => {
    const found = pictureFault(file)
    setFault(found ?? '')
    if (found !== null) return
    controllerRef.current?.abort()
    const controller = new AbortController()
    controllerRef.current = controller
    setPreview(URL.createObjectURL(file))
    setProgress(0)
    onBusy(true)
    try {
      onStored(await uploadPicture(api, file, { onProgress: setProgress, signal: controller.signal }))
    } catch (reason) {
      if (controller.signal.aborted) return
      setFault(reason instanceof ApiError ? reason.message : '图片没有上传成功，请重试')
    }
    onBusy(false)
    setPreview('')
    setProgress(null)
  }
  return { shownUrl: preview || url, progress, fault, choose: (file) => void choose(file) }
}
