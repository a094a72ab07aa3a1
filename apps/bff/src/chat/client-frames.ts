import { type ClientFrame, ReadFrame, SendFrame, TypingFrame, WithdrawFrame } from '@portal/contract/frames.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import { isRecord } from '#calls/login-token.ts'

/** A frame, or a message for the user why it is invalid, with its `ref` where one could be read. */
export type ReadFrameResult = { frame: ClientFrame } | { problem: string; ref?: string }

// Members that the contract does not name are dropped.
const ajv = new Ajv({ strict: false, removeAdditional: 'all' })
const checks: Readonly<Record<ClientFrame['t'], ValidateFunction>> = {
  send: ajv.compile(SendFrame),
  withdraw: ajv.compile(WithdrawFrame),
  read: ajv.compile(ReadFrame),
  typing: ajv.compile(TypingFrame),
}
const REF_MAX = 64

/** Reads a frame that a browser sent. */
export function readClientFrame(text: string): ReadFrameResult {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problem: '消息不是有效的 JSON' }
  }
  if (!isRecord(given)) return { problem: '消息的格式不正确' }
  const { t, ref } = given
  const known = typeof ref === 'string' && ref.length > 0 && ref.length <= REF_MAX ? { ref } : {}
  if (typeof t !== 'string' || !Object.hasOwn(checks, t)) return { problem: '不支持的消息种类', ...known }
  const check = checks[t as ClientFrame['t']]
  if (check(given)) return { frame: given as ClientFrame }
  const [first] = check.errors ?? []
  const name = first?.instancePath.slice(1) || String(first?.params.missingProperty ?? '')
  return { problem: `参数“${name}”不正确，请检查后重试`, ...known }
}
