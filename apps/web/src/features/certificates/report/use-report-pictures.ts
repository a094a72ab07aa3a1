import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useState } from 'react'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type SendPicture, uploadFault, usePictureQueue } from '#lib/api/picture-queue.ts'
import { pictureFault } from '#lib/api/picture-upload.ts'
import { progressFetch } from '#lib/api/progress-fetch.ts'

const sendWith =
  (api: ApiClient): SendPicture =>
  (file, { onProgress, signal }) => {
    const body = new FormData()
    body.set('multipartFile', file)
    const via = progressFetch(onProgress)
    return api.call('POST /v1/certificate/report/picture', { body, signal, quiet: true, via })
  }

function faultOf(reason: unknown): string {
  // Other upstreams lack this call.
  const isMissingCall = reason instanceof ApiError && reason.code === CODE.noSuchCall
  return isMissingCall ? '本站暂不接收图片，请移除后提交' : uploadFault(reason, '网络不通，没有上传')
}

/** The pictures of a report. Each is uploaded as soon as it is chosen; `url` is the name under which it is stored. */
export function useReportPictures() {
  const api = useApi()
  const { pictures, queue } = usePictureQueue({ send: sendWith(api), faultOf })
  const [refusal, setRefusal] = useState('')
  return {
    pictures,
    /** Why chosen files were not added. */
    refusal,
    /** Why the report cannot be sent yet; empty when it can. */
    pending: pendingText(pictures.map(({ state }) => state)),
    add: (files: readonly File[]) => {
      const faults = files.flatMap((file) => {
        const fault = pictureFault(file)
        return fault === null ? [] : [`“${file.name}”没有添加：${fault}`]
      })
      const { isOverMax } = queue.add(files, REPORT_PICTURES_MAX)
      if (isOverMax) faults.push(`最多 ${REPORT_PICTURES_MAX} 张，其余没有添加`)
      setRefusal(faults.join('；'))
    },
    retry: queue.retry,
    remove: (key: string) => {
      queue.remove(key)
      setRefusal('')
    },
  }
}

function pendingText(states: readonly string[]): string {
  if (states.includes('failed')) return '有图片没有上传，请重试或移除后提交'
  return states.every((state) => state === 'stored') ? '' : '图片正在上传，完成后再提交'
}
