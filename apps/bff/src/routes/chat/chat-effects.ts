import type { Call } from '@portal/contract/call.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import { blockUser, unblockUser } from '@portal/contract/community/blocks.ts'
import {
  deleteNotices,
  deleteRoom,
  listNotices,
  listRooms,
  type Message,
  markRead,
  type Room,
  sendMessage,
  withdrawMessage,
} from '@portal/contract/community/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallInput } from '#calls/call-input.ts'
import type { CallService } from '#calls/call-service.ts'
import type { ChatCaller } from '#chat/chat-upstream.ts'
import type { Chat } from '#chat/create-chat.ts'
import { isBlank } from '#chat/frame-handler.ts'
import { findOwnMessage } from '#chat/own-message.ts'
import { AppError, malformed, refused, unauthenticated } from '#errors.ts'
import { getCaller } from '#request/caller.ts'
import type { Effects } from '#routes/calls/call-routes.ts'

interface Options {
  chat: Chat
  service: CallService
}

/** Kinds of notices that upstreams write. */
const NOTICE_TYPES = [0, 1, 2, 3, 4]
/** Number of notices of a kind among which one may be deleted by its id. */
const NOTICES_SIZE = 100
const NOTICES_PAGES = 3

/**
 * Effects of chat calls. Upstreams of this family let any member delete and withdraw by id, so the BFF checks the owner
 * of the message; the sockets of both users receive changes that were made by HTTP.
 */
export function createChatEffects({ chat: { relay, upstream: chat }, service }: Options): [string, Effects][] {
  /**
   * Makes another call to upstream besides the call itself.
   * @throws AppError
   */
  async function perform<Data>(call: Call, input: CallInput, caller: ChatCaller): Promise<Data> {
    const { envelope, isSessionOver } = await service.perform(call, input, caller)
    if (isSessionOver) throw unauthenticated()
    if (envelope.code !== 200) throw new AppError(envelope.code, envelope.message)
    return envelope.data as Data
  }

  async function guardRoom(request: FastifyRequest): Promise<void> {
    const { roomId } = request.query as { roomId: string }
    const rooms = await perform<Room[]>(listRooms, {}, getChatCaller(request))
    if (!rooms.some(({ id }) => id === roomId)) throw refused('这不是你的会话')
  }

  async function guardNotice(request: FastifyRequest): Promise<void> {
    const { id, type } = request.query as { id?: string; type?: number }
    if (id === undefined) return
    for (const kind of type === undefined ? NOTICE_TYPES : [type]) {
      if (await hasNotice(id, kind, getChatCaller(request))) return
    }
    throw refused('没有找到这条通知，只能删除自己的通知')
  }

  async function hasNotice(id: string, type: number, caller: ChatCaller): Promise<boolean> {
    for (let pageNo = 1; pageNo <= NOTICES_PAGES; pageNo += 1) {
      const input = { query: { type, pageNo, pageSize: NOTICES_SIZE } }
      const { records, pages } = await perform<{ records: Message[]; pages: number }>(listNotices, input, caller)
      if (records.some((record) => record.id === id)) return true
      if (pageNo >= pages) break
    }
    return false
  }

  async function guardWithdrawal(request: FastifyRequest): Promise<void> {
    const body = request.body as { id: string; toUserId?: string | null; code: number }
    const message = await findOwnMessage(chat, getChatCaller(request), body.id, body.toUserId ?? null)
    if (!message) throw refused('没有找到这条消息，只能撤回自己的消息')
    // The receiver is the stored one: upstreams notify the account that the body names.
    body.toUserId = message.toUserId
  }

  function cleanContent(request: FastifyRequest): void {
    const body = request.body as { content: string }
    body.content = chat.clean(body.content)
    if (isBlank(body.content)) throw malformed('消息不能为空')
  }

  function publishSent({ session, body }: FastifyRequest, extra: Record<string, unknown>) {
    const { toUserId } = body as { toUserId?: string | null }
    if (!session) return
    const stored = extra.message as Message | undefined
    const message = stored ? chat.toChatMessage(stored, session.userId, toUserId ?? undefined) : null
    if (message) return relay.publishMessage(message)
    // This upstream does not return what it stored.
    relay.publish(session.userId, { kind: 'look' })
    if (toUserId) relay.publish(toUserId, { kind: 'look' })
  }

  function publishWithdrawn({ session, body }: FastifyRequest): void {
    const { id, toUserId } = body as { id: string; toUserId: string }
    if (!session) return
    relay.publish(session.userId, { kind: 'withdrawn', id, peerId: toUserId, by: session.userId })
    relay.publish(toUserId, { kind: 'withdrawn', id, peerId: session.userId, by: session.userId })
  }

  function publishRead({ session, query }: FastifyRequest, extra: Record<string, unknown>): void {
    const { userId: peerId } = query as { userId: string }
    if (!session) return
    relay.publish(session.userId, { kind: 'read', peerId, by: session.userId })
    if (extra.isHidden !== true) relay.publish(peerId, { kind: 'read', peerId: session.userId, by: session.userId })
  }

  const publish =
    (kind: 'blocks' | 'recount') =>
    ({ request: { session } }: FastifyReply) =>
      session ? relay.publish(session.userId, { kind }) : undefined

  const effects: [Call, Effects][] = [
    [sendMessage, { before: cleanContent, after: ({ request }, { envelope }) => publishSent(request, envelope.extra) }],
    [withdrawMessage, { before: guardWithdrawal, after: ({ request }) => publishWithdrawn(request) }],
    [markRead, { after: ({ request }, { envelope }) => publishRead(request, envelope.extra) }],
    [blockUser, { after: publish('blocks') }],
    [unblockUser, { after: publish('blocks') }],
    [deleteRoom, { before: guardRoom, after: publish('recount') }],
    [listNotices, { after: publish('recount') }],
    [deleteNotices, { before: guardNotice, after: publish('recount') }],
  ]
  return effects.map(([call, effect]) => [toCallKey(call), effect])
}

function getChatCaller(request: FastifyRequest): ChatCaller {
  const { session } = request
  if (!session) throw unauthenticated()
  return { ...getCaller(request), session }
}
