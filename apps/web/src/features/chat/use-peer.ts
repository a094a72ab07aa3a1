import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { findRoom } from './chat-store.ts'
import type { RoomView } from './rooms/room-list.ts'
import { useChat, useChatState } from './use-chat.ts'

const USER_ID = /^[\w-]{1,64}$/

/** The peer whose id is in the address. */
export type Peer =
  | { state: 'none' }
  | { state: 'busy' }
  | { state: 'ready'; room: RoomView }
  | { state: 'failed'; fault: string; retry: (() => void) | null }

const NO_SUCH_USER = '没有这位用户，或这位用户不接收私信'

/** Finds the room of a peer, or adds it to the list. */
export function usePeer(peerId: string | null): Peer {
  const { store, actions } = useChat()
  const ownId = useChatState((state) => state.ownId)
  const room = useChatState((state) => (peerId === null ? undefined : findRoom(state, peerId)))
  const isListed = useChatState(({ rooms }) => rooms !== null)
  const hasFailed = useChatState(({ rooms, roomsStatus }) => rooms === null && roomsStatus === 'failed')
  const [outcome, setOutcome] = useState<{ peerId: string; fault: string; isPassing: boolean } | null>(null)
  const isPossible = peerId !== null && peerId !== ownId && USER_ID.test(peerId)
  const [hadId, setHadId] = useState<string | null>(null)
  // A room that disappears while it is open was deleted, so it is not added again.
  const shownId = room?.peerId ?? (hadId === peerId ? hadId : null)
  if (shownId !== hadId) setHadId(shownId)
  const isDeleted = room === undefined && hadId !== null && hadId === peerId
  const isMissing = isPossible && isListed && !room && !isDeleted && outcome?.peerId !== peerId

  const openId = room?.peerId ?? null
  useEffect(() => actions.open(openId), [actions, openId])
  useEffect(() => {
    if (!isMissing || peerId === null) return
    actions.addRoom(peerId).then(
      // The room was added, and may still be missing in the list.
      () => findRoom(store.getState(), peerId) ?? setOutcome({ peerId, fault: NO_SUCH_USER, isPassing: false }),
      (reason: unknown) => setOutcome({ peerId, ...toFault(reason) }),
    )
  }, [store, actions, isMissing, peerId])

  if (peerId === null) return { state: 'none' }
  if (peerId === ownId) return { state: 'failed', fault: '这是你自己的账号，私信需要写给另一位用户', retry: null }
  if (!isPossible) return { state: 'failed', fault: NO_SUCH_USER, retry: null }
  if (room) return { state: 'ready', room }
  if (isDeleted) return { state: 'failed', fault: '会话已删除', retry: () => setHadId(null) }
  if (outcome?.peerId === peerId) {
    return { state: 'failed', fault: outcome.fault, retry: outcome.isPassing ? () => setOutcome(null) : null }
  }
  if (hasFailed) return { state: 'failed', fault: '会话没有加载成功', retry: () => void actions.loadRooms() }
  return { state: 'busy' }
}

function toFault(reason: unknown): { fault: string; isPassing: boolean } {
  if (!(reason instanceof ApiError)) return { fault: '网络不通，会话没有打开', isPassing: true }
  if (reason.code === CODE.noSuchCall || reason.code === CODE.malformed)
    return { fault: NO_SUCH_USER, isPassing: false }
  return { fault: reason.message || NO_SUCH_USER, isPassing: reason.code !== CODE.rule }
}
