import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { pictureFault, uploadPicture } from '#lib/api/picture-upload.ts'

/** A picture on its way to the site's store; then it is a message like any other. */
export interface Upload {
  key: string
  toUserId: string
  /** Address of the file itself, in this tab. */
  preview: string
  /** The part that is sent, 0 to 1. */
  part: number
  /** Why it was not stored. */
  fault: string | null
}

export interface Uploads {
  /** Oldest first. */
  store: StoreApi<{ uploads: readonly Upload[] }>
  /** @returns what is wrong with those that are not taken */
  add: (toUserId: string, files: readonly File[]) => string[]
  retry: (key: string) => void
  cancel: (key: string) => void
  /** Gives everything up. */
  stop: () => void
}

/** @param onStored told the address of each picture that is stored, in the order in which they were chosen */
export function createUploads(api: ApiClient, onStored: (toUserId: string, address: string) => void): Uploads {
  const store = createStore<{ uploads: readonly Upload[] }>()(() => ({ uploads: [] }))
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  let lastKey = 0

  const uploadsNow = () => store.getState().uploads
  function change(key: string, changes: Partial<Upload>): void {
    store.setState({ uploads: uploadsNow().map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  }

  function drop(key: string): void {
    running.get(key)?.abort()
    running.delete(key)
    files.delete(key)
    const upload = uploadsNow().find((one) => one.key === key)
    if (upload) URL.revokeObjectURL(upload.preview)
    store.setState({ uploads: uploadsNow().filter((one) => one.key !== key) })
  }

  /** One at a time for each person, so that they arrive in order. */
  function sendNext(toUserId: string): void {
    const waiting = uploadsNow().filter((one) => one.toUserId === toUserId)
    if (waiting.some(({ key }) => running.has(key))) return
    const next = waiting.find(({ fault }) => fault === null)
    if (next) void send(next)
  }

  async function send({ key, toUserId }: Upload): Promise<void> {
    const file = files.get(key)
    if (!file) return
    const controller = new AbortController()
    running.set(key, controller)
    const { signal } = controller
    try {
      const address = await uploadPicture(api, file, {
        signal,
        onProgress: (part) => !signal.aborted && change(key, { part }),
      })
      if (signal.aborted) return
      onStored(toUserId, address)
      drop(key)
    } catch (reason) {
      if (signal.aborted) return
      running.delete(key)
      change(key, { part: 0, fault: reason instanceof ApiError ? reason.message : '网络不通，图片没有上传' })
    }
    sendNext(toUserId)
  }

  return {
    store,
    add(toUserId, chosen) {
      const good = chosen.filter((file) => pictureFault(file) === null)
      const added = good.map((file): Upload => {
        lastKey += 1
        const key = `upload ${lastKey}`
        files.set(key, file)
        return { key, toUserId, preview: URL.createObjectURL(file), part: 0, fault: null }
      })
      store.setState({ uploads: [...uploadsNow(), ...added] })
      sendNext(toUserId)
      return [...new Set(chosen.map(pictureFault).filter((fault) => fault !== null))]
    },
    retry(key) {
      change(key, { fault: null, part: 0 })
      const upload = uploadsNow().find((one) => one.key === key)
      if (upload) sendNext(upload.toUserId)
    },
    cancel(key) {
      const toUserId = uploadsNow().find((one) => one.key === key)?.toUserId
      drop(key)
      if (toUserId !== undefined) sendNext(toUserId)
    },
    stop() {
      for (const { key } of uploadsNow()) drop(key)
    },
  }
}
