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
import { type ChatActions, createChatActions } from './chat-actions.ts'
import { type ChatState, type ChatStore, createChatStore } from './chat-store.ts'
import { toPictureHtml } from './log/message-html.ts'

interface ChatParts {
  store: ChatStore
  actions: ChatActions
  uploads: Uploads
}

export const ChatContext = createContext<ChatParts | null>(null)

/** @throws Error outside of a chat */
export function useChat(): ChatParts {
  const parts = useContext(ChatContext)
  if (!parts) throw new Error('no ChatContext above this component')
  return parts
}

export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat().store, select)
}

/** Store, actions and uploads of the logged-in user's chat. */
export function useChatParts(ownId: string): ChatParts {
  const api = useApi()
  const [parts] = useState((): ChatParts => {
    const store = createChatStore(ownId)
    const actions = createChatActions(api, store)
    const uploads = createUploads(api, (peerId, address) =>
      actions.send(peerId, toPictureHtml(address), MESSAGE_TYPE.picture),
    )
    return { store, actions, uploads }
  })
  useEffect(() => {
    void parts.actions.loadRooms()
    const stop = applyFrames(parts.store, parts.actions)
    return () => {
      stop()
      parts.uploads.stop()
    }
  }, [parts])
  useTabReturn(parts.actions.closeGap)
  return parts
}

/** A tab hidden for longer may have missed messages without noticing. */
const LONG_MS = MINUTE_MS

function useTabReturn(handle: () => void): void {
  useEffect(() => {
    let leftAtMs: number | null = null
    const look = () => {
      if (document.visibilityState === 'hidden') leftAtMs = Date.now()
      else {
        if (leftAtMs !== null && Date.now() - leftAtMs >= LONG_MS) handle()
        leftAtMs = null
      }
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [handle])
}

type Uploads = ReturnType<typeof createUploads>

/** Pictures that are being uploaded before they are sent as messages, by the id of the peer. */
function createUploads(api: ApiClient, onStored: (peerId: string, url: string) => void) {
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
