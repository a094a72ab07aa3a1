import {
  addRoom,
  deleteRoom,
  listGroupMessages,
  listPrivateMessages,
  listRooms,
  markRead,
  type NoticeCounters,
  sendMessage,
  withdrawMessage,
} from '@portal/contract/community/messages.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { MESSAGE_TYPE, WITHDRAW_MS } from '@portal/contract/socket.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { BlockRepository } from '#community/blocks/block-repository.ts'
import {
  badInput,
  cannotChatWithSelf,
  malformed,
  messageMissing,
  messageNotOwn,
  messagesTooFrequent,
  messageTooOld,
  noGroupChat,
  peerIsBlocked,
  userMissing,
  userNotChosen,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { toWireMessage, toWireRoom } from './chat-message.ts'
import type { ChatRepository } from './chat-repository.ts'
import type { RoomRepository } from './room-repository.ts'

/** Value of `code` that marks a group message. */
const GROUP_MESSAGE = 2
/** Maximum messages of one account. Several tabs that resend stored messages need more than a person writes. */
const MESSAGES_A_WINDOW = 240
const WINDOW_MS = 10 * SECOND_MS
const KEY_MAX = 64

/** @throws AppError for an empty or long key */
function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_MAX) throw malformed()
  return key
}

/** Converts line breaks, which other clients send as elements. */
function convertLineBreaks(typed: string): string {
  return typed.replace(/<br\s*\/?>/gi, '\n')
}

/** Reads the id of the peer. @throws AppError for an invalid one, and for the caller */
function parsePeerId(typed: string | null | undefined, userId: string): string {
  const peerId = typed?.trim() ?? ''
  if (peerId === '') throw userNotChosen()
  if (peerId === userId) throw cannotChatWithSelf()
  return peerId
}

interface Options {
  createLimit: CreateLimit
  blocks: BlockRepository
  chat: ChatRepository
  countUnread: (userId: string) => Promise<NoticeCounters>
  now: () => number
  rooms: RoomRepository
  texts: TextRenderer
}

export const chatRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { chat, rooms, blocks, countUnread, texts, createLimit, now } = options
  const limit = createLimit('message', { max: MESSAGES_A_WINDOW, windowMs: WINDOW_MS, refusal: messagesTooFrequent })

  // This upstream has no group chat; the call exists because the family's clients begin with it.
  addRoute(app, listGroupMessages, async ({ query }) => ok(toWirePage([], 0, toPage(query))))

  addRoute(app, listRooms, async (request) => {
    const listed = await rooms.list(getAccount(request).id)
    return ok(listed.map((room) => toWireRoom(room, now())))
  })

  addRoute(
    app,
    addRoom,
    async (request) => {
      const { id } = getAccount(request)
      const peerId = parsePeerId(request.query.userId, id)
      if (await blocks.hasBlocked(id, peerId)) throw peerIsBlocked()
      const room = await rooms.open(id, peerId)
      if (room === undefined) throw userMissing()
      return ok(room && toWireRoom(room, now()))
    },
    {
      // Checks the query here, because the schema's error would have no text for the user.
      preValidation: async ({ query }) => {
        if (!(query as { userId?: unknown }).userId) throw userNotChosen()
      },
    },
  )

  addRoute(app, deleteRoom, async (request) => {
    await rooms.remove(getAccount(request).id, request.query.roomId)
    return ok(null)
  })

  addRoute(app, listPrivateMessages, async (request) => {
    const { id } = getAccount(request)
    const { fromUserId, toUserId } = request.query
    // The two ids come in either order; one of them must be the caller.
    const peerId = toUserId === id ? (fromUserId ?? id) : toUserId
    const page = toPage(request.query)
    const { rows, total } = await chat.readHistory(id, peerId, page)
    const records = rows.map((row) => toWireMessage(row, now()))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, sendMessage, async (request) => {
    const from = getAccount(request)
    const { code, toUserId, type } = request.body
    if (code === GROUP_MESSAGE) throw noGroupChat()
    const to = parsePeerId(toUserId, from.id)
    const idempotencyKey = readIdempotencyKey(request)
    const content = await texts.renderUserHtml(from.id, convertLineBreaks(request.body.content))
    if (content === '') throw badInput('消息没有可发送的内容，请重新输入')
    await limit.use(from.id)
    const hasPicture = content.includes('<img')
    const sent = await chat.send({
      from,
      to,
      content,
      type: type === MESSAGE_TYPE.picture && hasPicture ? MESSAGE_TYPE.picture : MESSAGE_TYPE.text,
      idempotencyKey,
    })
    if (!sent) throw userMissing()
    return ok(null, { message: toWireMessage(sent, now()) })
  })

  addRoute(app, withdrawMessage, async (request) => {
    const { id: from } = getAccount(request)
    const { id, code, index } = request.body
    if (code === GROUP_MESSAGE) throw noGroupChat()
    const message = await chat.find(id)
    if (!message) throw messageMissing()
    const isOwn = message.fromUserId === from
    // A client repeats the call when the answer was lost.
    if (isOwn && message.isWithdraw === 1) return ok(null)
    const oldest = now() - WITHDRAW_MS
    if (message.createdAt <= oldest) throw messageTooOld()
    if (!isOwn) throw messageNotOwn()
    await chat.withdraw(id, from, oldest, index ?? null)
    return ok(null)
  })

  addRoute(app, markRead, async (request) => {
    const { id } = getAccount(request)
    const { userId: peerId } = request.query
    const isHidden = await blocks.isBetween(id, peerId)
    if (!isHidden) await chat.markRead(id, peerId)
    return ok(null, { counters: await countUnread(id), ...(isHidden && { isHidden }) })
  })
}
