import { useEffect, useState } from 'react'
import { ApiError } from './api-client.ts'
import { findPictureFault } from './picture-upload.ts'

/** A picture of an unsent text. */
export interface QueuedPicture {
  key: string
  name: string
  /** `null` for a picture that was stored earlier, and for one that was lost at a reload. */
  file: Blob | null
  /** Address on another site, from which it is copied; empty for files. */
  origin: string
  /** Address to show: an object URL of the file, else the address of the stored picture. */
  src: string
  state: 'waiting' | 'sending' | 'failed' | 'stored'
  /** Share of the file that has been sent, 0 to 1. */
  progress: number
  /** Reason why the upload failed. */
  fault: string
  /** Address, or name, under which the picture is stored. */
  url: string
}

export type SendPicture = (
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<string>

/** Lets upstream copy a picture of another site. @returns the address of the copy */
export type CopyPicture = (address: string, options: { signal: AbortSignal }) => Promise<string>

export interface PictureQueueOptions {
  /**
   * Stores one picture and resolves to its address.
   * @throws ApiError when upstream refuses it
   */
  send: SendPicture
  copy?: CopyPicture | undefined
  onChange: (pictures: readonly QueuedPicture[]) => void
  onStored?: (picture: QueuedPicture) => void
  initial?: readonly QueuedPicture[]
  /** Whether the queue is paused: it then sends nothing, for example before the login. */
  isPaused?: boolean
  /** Number of parallel uploads. Upstream accepts 9 of an account; more than 3 are no faster. */
  concurrency?: number
  faultOf?: (reason: unknown) => string
  /** Returns the fault of a file that is not even uploaded. */
  check?: (file: File) => string | null
}

export type PictureQueue = ReturnType<typeof createPictureQueue>

/** Message for an upload that failed without an answer. */
const UPLOAD_FAILED = '图片没有上传成功，请重试'
const LOST_TEXT = '图片没有保留下来，请重新选择'

export function uploadFault(reason: unknown, offline = UPLOAD_FAILED): string {
  return reason instanceof ApiError ? reason.message : offline
}

export function createPicture(values: Partial<QueuedPicture>): QueuedPicture {
  const src = values.file ? URL.createObjectURL(values.file) : (values.url ?? '')
  return {
    key: createKey(),
    name: '',
    file: null,
    origin: '',
    src,
    state: 'waiting',
    progress: 0,
    fault: '',
    url: '',
    ...values,
  }
}

/** Restores a picture that the device has stored; without its file the user must choose it again. */
export function restorePicture({
  file,
  ...more
}: {
  key: string
  name: string
  file?: Blob | undefined
  origin?: string
}) {
  return createPicture(
    file || more.origin ? { ...more, file: file ?? null } : { ...more, state: 'failed', fault: LOST_TEXT },
  )
}

/** Sends the file of a picture, or has it copied. @returns its address */
async function storePicture(
  { name, file: blob, origin }: QueuedPicture,
  { send, copy }: Pick<PictureQueueOptions, 'send' | 'copy'>,
  options: Parameters<SendPicture>[1],
): Promise<string> {
  if (copy && origin) return await copy(origin, options)
  if (!blob) throw new Error('The picture has neither a file nor an origin.')
  return await send(blob instanceof File ? blob : new File([blob], name, { type: blob.type }), options)
}

/** Uploads pictures in order, a few at a time, and keeps failed ones for another attempt. */
export function createPictureQueue({
  send,
  copy,
  onChange,
  onStored,
  initial = [],
  isPaused = false,
  concurrency = 3,
  faultOf = uploadFault,
  check = findPictureFault,
}: PictureQueueOptions) {
  let pictures = initial
  const uploads = new Map<string, AbortController>()

  function set(next: readonly QueuedPicture[]) {
    pictures = next
    onChange(pictures)
  }
  function change(key: string, changes: Partial<QueuedPicture>) {
    set(pictures.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)))
  }
  function startNext() {
    const next = pictures.find(({ state }) => state === 'waiting')
    if (isPaused || !next || uploads.size >= concurrency) return
    void upload(next)
    startNext()
  }
  async function upload(picture: QueuedPicture) {
    const { key } = picture
    const controller = new AbortController()
    uploads.set(key, controller)
    change(key, { state: 'sending', progress: 0, fault: '' })
    const { signal } = controller
    try {
      const onProgress = (progress: number) => !signal.aborted && change(key, { progress })
      const url = await storePicture(picture, { send, copy }, { signal, onProgress })
      if (signal.aborted) return
      change(key, { state: 'stored', progress: 1, url })
      onStored?.({ ...picture, url })
    } catch (reason) {
      if (!signal.aborted) change(key, { state: 'failed', fault: faultOf(reason) })
    } finally {
      if (uploads.get(key) === controller) uploads.delete(key)
      startNext()
    }
  }
  function abort(key: string) {
    uploads.get(key)?.abort()
    uploads.delete(key)
  }

  return {
    /**
     * Adds files.
     * @param max maximum number of pictures in the queue; further ones are left out
     * @returns keys of the added pictures, and the faults of refused files
     */
    add(files: readonly File[], max = Number.POSITIVE_INFINITY) {
      const faults = files.map(check).filter((fault) => fault !== null)
      const valid = files.filter((file) => check(file) === null)
      const room = max - pictures.length
      const added = valid.slice(0, room).map((file) => createPicture({ file, name: file.name }))
      if (added.length > 0) set([...pictures, ...added])
      startNext()
      return { keys: added.map(({ key }) => key), faults: [...new Set(faults)], isOverMax: valid.length > room }
    },
    /**
     * Adds a picture without a file: upstream copies it from its origin, or the user must choose it because of the fault.
     * @returns its key
     */
    request(missing: { origin: string } | { fault: string }): string {
      const picture = createPicture({ ...missing, state: 'origin' in missing ? 'waiting' : 'failed' })
      set([...pictures, picture])
      startNext()
      return picture.key
    },
    retry(key: string) {
      abort(key)
      change(key, { state: 'waiting', fault: '', progress: 0 })
      startNext()
    },
    /** Sends another file in place of one that failed or was lost; a lost one need not be in the queue. */
    replace(key: string, file: File) {
      abort(key)
      const fault = check(file)
      if (!pictures.some((picture) => picture.key === key)) set([...pictures, createPicture({ key })])
      change(key, fault ? { state: 'failed', fault } : createPicture({ key, file, name: file.name }))
      startNext()
    },
    remove(key: string) {
      abort(key)
      const removed = pictures.find((picture) => picture.key === key)
      if (removed?.file) URL.revokeObjectURL(removed.src)
      set(pictures.filter((picture) => picture.key !== key))
      startNext()
    },
    /**
     * Moves a picture.
     * @param by −1 towards the front, 1 towards the end
     */
    move(key: string, by: -1 | 1) {
      const next = [...pictures]
      const from = next.findIndex((picture) => picture.key === key)
      const [moved] = next.splice(from, 1)
      if (moved) next.splice(Math.max(0, from + by), 0, moved)
      set(next)
    },
    setPaused(next: boolean) {
      isPaused = next
      startNext()
    },
    /** Aborts running uploads and releases the previews. */
    stop() {
      isPaused = true
      for (const key of [...uploads.keys()]) abort(key)
      for (const { file, src } of pictures) if (file) URL.revokeObjectURL(src)
    },
  }
}

/** Keeps a queue as long as the component is mounted. `onChange` is called with every change, besides the rendering. */
export function usePictureQueue(options: Omit<PictureQueueOptions, 'onChange'> & Partial<PictureQueueOptions>) {
  const [pictures, setPictures] = useState(options.initial ?? [])
  const [queue] = useState(() =>
    createPictureQueue({
      ...options,
      onChange: (next) => {
        setPictures(next)
        options.onChange?.(next)
      },
    }),
  )
  const { isPaused = false } = options
  useEffect(() => queue.setPaused(isPaused), [queue, isPaused])
  useEffect(() => () => queue.stop(), [queue])
  return { pictures, queue }
}

/** Makes a key of letters and digits only, because it is part of the text of an article. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return [...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')
}
