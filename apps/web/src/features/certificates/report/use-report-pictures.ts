import { REPORT_PICTURES_MAX } from '@portal/contract/certificate-states.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useRef, useState } from 'react'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { pictureFault } from '#lib/api/picture-upload.ts'
import { progressFetch } from '#lib/api/progress-fetch.ts'

/** A picture of a report that is being written. */
export interface ReportPicture {
  key: number
  file: File
  /** The file itself, for showing it. */
  src: string
  /** By which the report names it; `null` until it is stored. */
  name: string | null
  /** The part that is sent, 0 to 1. */
  part: number
  /** Why it was not stored. */
  fault: string | null
}

function upload(api: ApiClient, file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<string> {
  const body = new FormData()
  body.set('multipartFile', file)
  return api.call('POST /v1/certificate/report/picture', { body, signal, quiet: true, via: progressFetch(onProgress) })
}

function faultOf(reason: unknown): string {
  if (!(reason instanceof ApiError)) return '网络不通，没有上传'
  // An upstream without this call of ours.
  if (reason.code === CODE.noSuchCall) return '本站暂不接收图片，请移除后提交'
  return reason.message
}

/** Pictures of a report: each is stored as soon as it is chosen. */
export function useReportPictures() {
  const api = useApi()
  const [items, setItems] = useState<readonly ReportPicture[]>([])
  /** Why a chosen file is not among them. */
  const [refusal, setRefusal] = useState('')
  const uploads = useRef(new Map<number, AbortController>())
  const itemsRef = useRef(items)
  const lastKey = useRef(0)
  useEffect(() => {
    const running = uploads.current
    return () => {
      for (const controller of running.values()) controller.abort()
      for (const { src } of itemsRef.current) URL.revokeObjectURL(src)
    }
  }, [])

  const update = (next: readonly ReportPicture[]) => {
    itemsRef.current = next
    setItems(next)
  }
  const patch = (key: number, changes: Partial<ReportPicture>) =>
    update(itemsRef.current.map((item) => (item.key === key ? { ...item, ...changes } : item)))

  const send = async ({ key, file }: ReportPicture) => {
    const controller = new AbortController()
    const { signal } = controller
    uploads.current.set(key, controller)
    patch(key, { part: 0, fault: null })
    try {
      patch(key, { name: await upload(api, file, signal, (part) => patch(key, { part })) })
    } catch (reason) {
      if (!signal.aborted) patch(key, { fault: faultOf(reason) })
    } finally {
      uploads.current.delete(key)
    }
  }

  return {
    items,
    refusal,
    /** Why the report cannot be sent yet; empty when it can. */
    pending: pendingOf(items),
    add: (files: readonly File[]) => {
      const faults = files.flatMap((file) => {
        const fault = pictureFault(file)
        return fault === null ? [] : [`“${file.name}”没有添加：${fault}`]
      })
      const good = files.filter((file) => pictureFault(file) === null)
      const room = REPORT_PICTURES_MAX - itemsRef.current.length
      if (good.length > room) faults.push(`最多 ${REPORT_PICTURES_MAX} 张，其余没有添加`)
      setRefusal(faults.join('；'))
      const added = good.slice(0, room).map((file) => {
        lastKey.current += 1
        return { key: lastKey.current, file, src: URL.createObjectURL(file), name: null, part: 0, fault: null }
      })
      update([...itemsRef.current, ...added])
      for (const item of added) void send(item)
    },
    retry: (item: ReportPicture) => void send(item),
    remove: ({ key, src }: ReportPicture) => {
      uploads.current.get(key)?.abort()
      URL.revokeObjectURL(src)
      setRefusal('')
      update(itemsRef.current.filter((item) => item.key !== key))
    },
  }
}

function pendingOf(items: readonly ReportPicture[]): string {
  if (items.some(({ fault }) => fault !== null)) return '有图片没有上传，请重试或移除后提交'
  if (items.some(({ name }) => name === null)) return '图片正在上传，完成后再提交'
  return ''
}

export type ReportPicturesOf = ReturnType<typeof useReportPictures>
