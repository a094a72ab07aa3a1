import { MINUTE_MS } from '@portal/contract/constants.ts'
import { MESSAGE_TYPE } from '@portal/contract/socket.ts'
import { createContext, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useApi } from '#lib/api/api-context.ts'
import { applyFrames } from './apply-frames.ts'
import { type ChatActions, createChatActions } from './chat-actions.ts'
import { type ChatState, type ChatStore, createChatStore } from './chat-store.ts'
import { toPictureHtml } from './log/message-html.ts'
import { createUploads, type Uploads } from './uploads.ts'

export interface ChatParts {
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
