import { UpstreamFrame } from '@portal/contract/frames.ts'
import { Ajv } from 'ajv'
import type { ChatEvent } from '../chat-event.ts'
import type { ChatUpstream } from '../chat-upstream.ts'

/** Frames of upstream's socket that carry an event. */
const KIND = { privateMessage: 1, heartbeat: 3, system: 5 } as const

const isUpstreamFrame = new Ajv({
  strict: false,
  allowUnionTypes: true,
  removeAdditional: 'all',
}).compile<UpstreamFrame>(UpstreamFrame)

/** Reads the event in a frame: `null` for none (a group message, another user's), `broken` for an invalid frame. */
export function readUpstreamFrame(
  text: string,
  userId: string,
  chatUpstream: ChatUpstream,
): ChatEvent | 'heartbeat' | 'broken' | null {
  const frame = parse(text)
  if (!isUpstreamFrame(frame)) return 'broken'
  // Pings of kind 5 contain no notice.
  if (frame.code === KIND.system) return typeof frame.noticeType === 'number' ? { kind: 'recount' } : null
  if (frame.code === KIND.heartbeat) return 'heartbeat'
  if (frame.code !== KIND.privateMessage) return null
  const message = chatUpstream.toChatMessage(frame, userId)
  if (!message) return frame.id ? null : 'broken'
  if (frame.isWithdraw !== 1) return { kind: 'message', message }
  const { id, fromUserId, toUserId } = message
  return { kind: 'withdrawn', id, peerId: fromUserId === userId ? toUserId : fromUserId, by: fromUserId }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
