import type { DataFor } from '@portal/contract/calls.ts'
import { RAW_RECORD, RAW_RECORD_UPLOAD_MS } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'
import { useLeaveWarning } from '../pictures/use-leave-warning.ts'

const LIST = 'GET /v1/manage/certificates/{certificateNo}/records'
const UPLOAD = 'POST /v1/manage/certificates/{certificateNo}/records'
const REMOVE = 'DELETE /v1/manage/certificates/{certificateNo}/records/{id}'

export type RawRecord = DataFor<typeof LIST>[number]

/** A file that is not stored yet. `waiting`: in the queue. */
export interface RecordUpload {
  key: number
  file: File
  instrument: string
  state: 'waiting' | 'sending' | 'failed'
  /** Share that has been sent, 0 to 1. */
  progress: number
  fault: string
}

const OFFLINE = '网络不通，没有上传，请重试'
const TOO_LARGE = '文件不能超过 20 MB'

/** The raw records of a certificate, and a queue that uploads one file after the other. */
export function useRawRecords(certificateNo: string) {
  const api = useApi()
  const [records, setRecords] = useState<readonly RawRecord[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [uploads, setUploads] = useState<readonly RecordUpload[]>([])
  const newest = useRef(uploads)
  const nextKey = useRef(0)
  const stop = useRef<AbortController | null>(null)
  const isRunning = uploads.some(({ state }) => state !== 'failed')
  useEffect(() => () => stop.current?.abort(), [])
  useLeaveWarning(isRunning)

  async function load(signal?: AbortSignal) {
    setHasFailed(false)
    try {
      setRecords(await api.call(LIST, { params: { certificateNo }, quiet: true, signal }))
    } catch {
      if (!signal?.aborted) setHasFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each certificate
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [certificateNo])

  function set(next: readonly RecordUpload[]) {
    newest.current = next
    setUploads(next)
  }
  const change = (key: number, changes: Partial<RecordUpload>) =>
    set(newest.current.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: number) => set(newest.current.filter((one) => one.key !== key))

  async function run() {
    if (stop.current) return
    const controller = new AbortController()
    stop.current = controller
    for (;;) {
      const next = newest.current.find(({ state }) => state === 'waiting')
      if (!next || controller.signal.aborted) break
      await send(next, controller.signal)
    }
    stop.current = null
  }

  async function send({ key, file, instrument }: RecordUpload, signal: AbortSignal) {
    change(key, { state: 'sending', progress: 0, fault: '' })
    const body = new FormData()
    body.set('multipartFile', file)
    try {
      const stored = await api.call(UPLOAD, {
        params: { certificateNo },
        query: instrument === '' ? {} : { instrument },
        body,
        signal,
        quiet: true,
        via: createProgressFetch((progress) => change(key, { progress })),
        timeoutMs: RAW_RECORD_UPLOAD_MS,
      })
      drop(key)
      setRecords((before) => [...(before ?? []), stored])
    } catch (reason) {
      if (signal.aborted) return
      change(key, { state: 'failed', fault: reason instanceof ApiError ? reason.message : OFFLINE })
    }
  }

  return {
    records,
    hasFailed,
    uploads,
    reload: () => void load(),
    add(files: readonly File[], instrument: string) {
      const added = files.map((file): RecordUpload => {
        nextKey.current += 1
        const isTooLarge = file.size > RAW_RECORD.maxBytes
        const start = { key: nextKey.current, file, instrument: instrument.trim(), progress: 0 }
        return { ...start, state: isTooLarge ? 'failed' : 'waiting', fault: isTooLarge ? TOO_LARGE : '' }
      })
      set([...newest.current, ...added])
      void run()
    },
    retry(key: number) {
      change(key, { state: 'waiting', fault: '' })
      void run()
    },
    drop,
    async remove(id: string) {
      await api.call(REMOVE, { params: { certificateNo, id } })
      setRecords((before) => (before ?? []).filter((one) => one.id !== id))
    },
  }
}
