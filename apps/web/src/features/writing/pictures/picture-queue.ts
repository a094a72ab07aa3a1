import { ApiError } from '#lib/api/api-client.ts'
import { pictureFault } from '#lib/api/picture-upload.ts'

/** A picture on its way upstream. */
export interface UploadingPicture {
  /** Its name in the text. */
  key: string
  name: string
  /** `null` when the device could not keep it over a reload. */
  file: Blob | null
  state: 'waiting' | 'sending' | 'failed' | 'stored'
  /** Of `sending`, 0 to 1. */
  progress: number
  /** Of `failed`. */
  fault: string
  /** Of `stored`. */
  url: string
}

type Send = (file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<string>

export interface PictureQueue {
  /** Takes pictures in. @returns their keys; files that are no good are told in `faults` and not taken */
  add(files: readonly File[]): { keys: string[]; faults: string[] }
  /** Those that were kept on the device. */
  restore(pictures: readonly { key: string; name: string; file?: Blob | undefined }[]): void
  retry(key: string): void
  /** Another file in the place of one that failed or was not kept. */
  replace(key: string, file: File): void
  cancel(key: string): void
  /** Sends nothing while closed, e.g. before a login. */
  setOpen(isOpen: boolean): void
  all(): readonly UploadingPicture[]
  /** Ends what is under way. */
  stop(): void
}

/** Upstream takes 9 of an account; more at once are no faster. */
const AT_ONCE = 3
const LOST = '图片没有保留下来，请重新选择'
const NOT_SENT = '图片没有上传成功，请重试'

/** Sends pictures, some at a time, and remembers where each of them went. */
export function createPictureQueue(send: Send, onChange: (all: readonly UploadingPicture[]) => void): PictureQueue {
  let pictures: readonly UploadingPicture[] = []
  let isOpen = false
  const controllers = new Map<string, AbortController>()

  function set(next: readonly UploadingPicture[]) {
    pictures = next
    onChange(pictures)
  }
  function change(key: string, changes: Partial<UploadingPicture>) {
    set(pictures.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)))
  }
  function startNext() {
    const next = pictures.find(({ state }) => state === 'waiting')
    if (!isOpen || !next?.file || controllers.size >= AT_ONCE) return
    void sendOne(next, next.file)
    startNext()
  }
  async function sendOne({ key, name }: UploadingPicture, blob: Blob) {
    const controller = new AbortController()
    controllers.set(key, controller)
    change(key, { state: 'sending', progress: 0, fault: '' })
    const file = blob instanceof File ? blob : new File([blob], name, { type: blob.type })
    const { signal } = controller
    try {
      const url = await send(file, { signal, onProgress: (progress) => !signal.aborted && change(key, { progress }) })
      if (!signal.aborted) change(key, { state: 'stored', url })
    } catch (reason) {
      const fault = reason instanceof ApiError ? reason.message : NOT_SENT
      if (!signal.aborted) change(key, { state: 'failed', fault })
    }
    if (controllers.get(key) === controller) controllers.delete(key)
    startNext()
  }
  function end(key: string) {
    controllers.get(key)?.abort()
    controllers.delete(key)
  }

  return {
    add(files) {
      const faults: string[] = []
      const taken: UploadingPicture[] = []
      for (const file of files) {
        const fault = pictureFault(file)
        if (fault) faults.push(fault)
        else taken.push({ key: newKey(), name: file.name, file, state: 'waiting', progress: 0, fault: '', url: '' })
      }
      if (taken.length > 0) set([...pictures, ...taken])
      startNext()
      return { keys: taken.map(({ key }) => key), faults: [...new Set(faults)] }
    },
    restore(kept) {
      const restored = kept.map(({ key, name, file }): UploadingPicture => {
        const lost = { state: 'failed' as const, fault: LOST }
        return {
          key,
          name,
          file: file ?? null,
          progress: 0,
          url: '',
          ...(file ? { state: 'waiting', fault: '' } : lost),
        }
      })
      set([...pictures, ...restored])
      startNext()
    },
    retry(key) {
      end(key)
      change(key, { state: 'waiting', fault: '' })
      startNext()
    },
    replace(key, file) {
      end(key)
      const fault = pictureFault(file)
      change(key, fault ? { state: 'failed', fault } : { file, name: file.name, state: 'waiting', fault: '' })
      startNext()
    },
    cancel(key) {
      end(key)
      set(pictures.filter((picture) => picture.key !== key))
      startNext()
    },
    setOpen(next) {
      isOpen = next
      startNext()
    },
    all: () => pictures,
    stop() {
      for (const key of [...controllers.keys()]) end(key)
      isOpen = false
    },
  }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return [...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')
}
