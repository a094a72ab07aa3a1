import { create } from 'zustand'
import type { ApiClient, ApiFetch } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { createPictureQueue, type PictureQueue, type QueuedPicture, uploadFault } from '#lib/api/picture-queue.ts'
import { findPictureFault } from '#lib/api/picture-upload.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'
import { readDraft, writeDraft } from '../saving/draft-store.ts'

interface PictureDraft {
  /** Names of stored pictures in order; the browser stores them. */
  names: readonly string[]
  /** Pictures that are being uploaded, or that failed. */
  uploads: readonly QueuedPicture[]
  /** Reason why chosen files were not added. */
  refusal: string
}

const NO_NAMES: { names: readonly string[] } = { names: [] }

const useDrafts = create<{ drafts: Readonly<Record<string, PictureDraft>> }>()(() => ({ drafts: {} }))
const toStorageKey = (key: string) => `${key}:pictures`

function getPictureDraft(key: string): PictureDraft {
  const names = readDraft(toStorageKey(key), NO_NAMES)?.values.names
  return useDrafts.getState().drafts[key] ?? { names: names ?? [], uploads: [], refusal: '' }
}

function change(key: string, changes: Partial<PictureDraft>): void {
  const next = { ...getPictureDraft(key), ...changes }
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: next } }))
}

/** Stores the pictures of a draft. */
export function writePictures(key: string, names: readonly string[]): void {
  const stored = { version: 0, base: NO_NAMES, values: { names }, atMs: Date.now() }
  writeDraft(toStorageKey(key), names.length === 0 ? null : stored)
  change(key, { names })
}

export interface PictureDraftOptions {
  /** Maximum number of pictures. */
  max: number
  /** Builds the address at which a stored picture is shown. */
  toAddress: (name: string) => string
  /** Sends a picture. @throws ApiError when upstream refuses it */
  send: (api: ApiClient, upload: { body: FormData; signal: AbortSignal; via: ApiFetch }) => Promise<{ name: string }>
}

/** Uploads of a draft continue when another page is opened. */
const queues = new Map<string, { queue: PictureQueue; api: ApiClient }>()

function getQueue(api: ApiClient, key: string, sendPicture: PictureDraftOptions['send']): PictureQueue {
  const known = queues.get(key)
  if (known) {
    known.api = api
    return known.queue
  }
  const queue = createPictureQueue({
    // One upload at a time keeps their order.
    concurrency: 1,
    faultOf: (reason) => uploadFault(reason, '网络不通，没有上传'),
    async send(file, { onProgress, signal }) {
      const body = new FormData()
      body.set('multipartFile', file)
      const { name } = await sendPicture(newQueue.api, { body, signal, via: createProgressFetch(onProgress) })
      return name
    },
    onChange: (uploads) => change(key, { uploads }),
    onStored: (picture) => {
      queue.remove(picture.key)
      writePictures(key, [...getPictureDraft(key).names, picture.url])
    },
  })
  const newQueue = { queue, api }
  queues.set(key, newQueue)
  return queue
}

export type PictureDraftControl = ReturnType<typeof usePictureDraft>

/** The pictures of something that is being written, e.g. an answer. @param key key of its draft */
export function usePictureDraft(key: string, { max, toAddress, send }: PictureDraftOptions) {
  const api = useApi()
  const openDraft = useDrafts(({ drafts }) => drafts[key])
  const { names, uploads, refusal } = openDraft ?? getPictureDraft(key)
  const getOwnQueue = () => getQueue(api, key, send)
  return {
    names,
    uploads,
    refusal,
    max,
    toAddress,
    isFull: names.length + uploads.length >= max,
    /** Reason why the pictures cannot be sent yet; empty when it can. */
    pending: describePending(uploads),
    add: (files: readonly File[]) => {
      const faults = files.flatMap((file) => {
        const fault = findPictureFault(file)
        return fault === null ? [] : [`“${file.name}”没有添加：${fault}`]
      })
      const { isOverMax } = getOwnQueue().add(files, max - names.length)
      if (isOverMax) faults.push(`最多 ${max} 张，其余没有添加`)
      change(key, { refusal: faults.join('；') })
    },
    retry: (upload: string) => getOwnQueue().retry(upload),
    cancel: (upload: string) => {
      getOwnQueue().remove(upload)
      change(key, { refusal: '' })
    },
    remove: (name: string) => {
      writePictures(
        key,
        names.filter((one) => one !== name),
      )
      change(key, { refusal: '' })
    },
    /** Clears the pictures after sending, because they belong to the sent message. */
    clear: () => {
      writePictures(key, [])
      change(key, { refusal: '' })
    },
  }
}

function describePending(uploads: readonly QueuedPicture[]): string {
  if (uploads.some(({ state }) => state === 'failed')) return '有图片没有上传，请重试或移除'
  return uploads.length > 0 ? '图片正在上传，请稍候' : ''
}
