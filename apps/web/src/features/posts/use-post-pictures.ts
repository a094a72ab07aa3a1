import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { pictureFault, uploadPicture } from '#lib/api/picture-upload.ts'
import { showToast } from '#lib/toasts.ts'
import { PICTURES_MAX } from './post-view.ts'

/** A picture of a post that is being written. */
export interface PictureItem {
  key: number
  /** What is shown: the file itself while it is on its way. */
  src: string
  /** Where it is stored; `null` until it is. */
  address: string | null
  /** The part that is sent, 0 to 1. */
  part: number
  /** Why it was not stored. */
  fault: string | null
  file: File | null
}

let lastKey = 0
function newItem(changes: Partial<PictureItem>): PictureItem {
  lastKey += 1
  return { key: lastKey, src: '', address: null, part: 0, fault: null, file: null, ...changes }
}

/**
 * Pictures of a post: each is stored as soon as it is chosen.
 * @param onStored told the addresses that are stored, in order, whenever they change
 */
export function usePostPictures(onStored: (addresses: string[]) => void) {
  const api = useApi()
  const [items, setItems] = useState<readonly PictureItem[]>([])
  const uploads = useRef(new Map<number, AbortController>())
  const itemsRef = useRef(items)
  useEffect(() => {
    const running = uploads.current
    return () => {
      for (const controller of running.values()) controller.abort()
      for (const { file, src } of itemsRef.current) if (file) URL.revokeObjectURL(src)
    }
  }, [])

  const update = (next: readonly PictureItem[]) => {
    itemsRef.current = next
    setItems(next)
    onStored(next.flatMap(({ address }) => address ?? []))
  }
  const patch = (key: number, changes: Partial<PictureItem>) =>
    update(itemsRef.current.map((item) => (item.key === key ? { ...item, ...changes } : item)))

  const send = async ({ key, file }: PictureItem) => {
    if (!file) return
    const controller = new AbortController()
    uploads.current.set(key, controller)
    patch(key, { part: 0, fault: null })
    try {
      const { signal } = controller
      const address = await uploadPicture(api, file, { signal, onProgress: (part) => patch(key, { part }) })
      patch(key, { address, part: 1 })
    } catch (reason) {
      if (!controller.signal.aborted) patch(key, { fault: reason instanceof ApiError ? reason.message : '网络不通' })
    } finally {
      uploads.current.delete(key)
    }
  }

  return {
    items,
    isBusy: items.some(({ address, fault }) => address === null && fault === null),
    /** From the draft, once. */
    recall: (addresses: readonly string[]) =>
      update(addresses.map((address) => newItem({ src: address, address, part: 1 }))),
    add: (files: readonly File[]) => {
      const faults = files.map(pictureFault).filter((fault) => fault !== null)
      if (faults[0]) showToast('warning', faults[0])
      const good = files.filter((file) => pictureFault(file) === null)
      const room = PICTURES_MAX - itemsRef.current.length
      if (good.length > room) showToast('warning', `最多 ${PICTURES_MAX} 张图片`)
      const added = good.slice(0, room).map((file) => newItem({ file, src: URL.createObjectURL(file) }))
      update([...itemsRef.current, ...added])
      for (const item of added) void send(item)
    },
    retry: (item: PictureItem) => void send(item),
    remove: ({ key, file, src }: PictureItem) => {
      uploads.current.get(key)?.abort()
      if (file) URL.revokeObjectURL(src)
      update(itemsRef.current.filter((item) => item.key !== key))
    },
    /** @param by −1 towards the front, 1 towards the end */
    move: ({ key }: PictureItem, by: -1 | 1) => {
      const next = [...itemsRef.current]
      const from = next.findIndex((item) => item.key === key)
      const [moved] = next.splice(from, 1)
      if (moved) next.splice(Math.max(0, from + by), 0, moved)
      update(next)
    },
  }
}

export type PictureUploads = ReturnType<typeof usePostPictures>
