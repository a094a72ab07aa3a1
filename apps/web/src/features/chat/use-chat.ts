import { MINUTE_MS } from '@portal/contract/constants.ts'
import { MESSAGE_TYPE } from '@portal/contract/socket.ts'
import { createContext, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { createPictureQueue, type PictureQueue, type QueuedPicture, uploadFault } from '#lib/api/picture-queue.ts'
import { uploadPicture } from '#lib/api/picture-upload.ts'
import { applyFrames } from './apply-frames.ts'
import { createChatActions } from './chat-actions.ts'
import { type ChatState, createChatStore } from './chat-store.ts'
import { toPictureHtml } from './log/message-html.ts'

/** Store, actions and uploads of a user's chat. */
function createChat(api: ApiClient, ownId: string) {
  const store = createChatStore(ownId)
  const actions = createChatActions(api, store)
  const uploads = createUploads(api, (peerId, address) =>
    actions.send(peerId, toPictureHtml(address), MESSAGE_TYPE.picture),
  )
  return { store, actions, uploads }
}

export const ChatContext = createContext<ReturnType<typeof createChat> | null>(null)

/** @throws Error outside of a chat */
export function useChat() {
  const chat = useContext(ChatContext)
  if (!chat) throw new Error('no ChatContext above this component')
  return chat
}

export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat().store, select)
}

/** The chat of the logged-in user, with its socket frames applied. */
export function useNewChat(ownId: string) {
  const api = useApi()
  const [chat] = useState(() => createChat(api, ownId))
  const { store, actions, uploads } = chat
  useEffect(() => {
    void actions.loadRooms()
    const stop = applyFrames(store, actions)
    return () => {
      stop()
      uploads.stop()
    }
  }, [store, actions, uploads])
  useTabReturn(actions.closeGap)
  return chat
}

/** Time after which a hidden tab may have missed messages without noticing. */
const LONG_MS = MINUTE_MS

function useTabReturn(handle: () => void): void {
  useEffect(() => {
    let leftAtMs: number | null = null
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') leftAtMs = Date.now()
      else {
        if (leftAtMs !== null && Date.now() - leftAtMs >= LONG_MS) handle()
        leftAtMs = null
      }
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [handle])
}

/** Pictures that are being uploaded before they are sent as messages, by the id of the peer. */
function createUploads(api: ApiClient, onStored: (peerId: string, url: string) => void) {
  const store = createStore<Readonly<Record<string, readonly QueuedPicture[]>>>()(() => ({}))
  const queues = new Map<string, PictureQueue>()

  function queueFor(peerId: string): PictureQueue {
    const known = queues.get(peerId)
    if (known) return known
    const queue = createPictureQueue({
      send: (file, options) => uploadPicture(api, file, options),
      // Uploads one at a time, so that the messages keep the order in which the pictures were chosen.
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
