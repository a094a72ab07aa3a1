import { createStore } from 'zustand/vanilla'
import type { ApiClient } from '#lib/api/api-client.ts'
import { createPictureQueue, type PictureQueue, type QueuedPicture, uploadFault } from '#lib/api/picture-queue.ts'
import { uploadPicture } from '#lib/api/picture-upload.ts'

export type Uploads = ReturnType<typeof createUploads>

/** Pictures that are being uploaded before they are sent as messages, by the id of the peer. */
export function createUploads(api: ApiClient, onStored: (peerId: string, url: string) => void) {
  const store = createStore<Readonly<Record<string, readonly QueuedPicture[]>>>()(() => ({}))
  const queues = new Map<string, PictureQueue>()

  function queueFor(peerId: string): PictureQueue {
    const known = queues.get(peerId)
    if (known) return known
    const queue = createPictureQueue({
      send: (file, options) => uploadPicture(api, file, options),
      // One at a time, so that the messages keep the order in which the pictures were chosen.
      concurrency: 1,
      faultOf: (reason) => uploadFault(reason, '网络不通，图片没有上传'),
      onChange: (pictures) => store.setState({ [peerId]: pictures }),
      onStored: ({ key, url }) => {
        onStored(peerId, url)
        queue.remove(key)
      },
    })
    queues.set(peerId, queue)
    return queue
  }
  return {
    store,
    queueFor,
    stop() {
      for (const queue of queues.values()) queue.stop()
    },
  }
}
