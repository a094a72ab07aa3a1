import { setTimeout as pause } from 'node:timers/promises'
import type { UpstreamAddress } from '../../apps/bff/src/upstream/upstream-address.ts'
import { readWhole } from '../../apps/bff/src/upstream/whole-answer.ts'
import type { Call } from '../../packages/contract/src/call.ts'
import { SECOND_MS } from '../../packages/contract/src/constants.ts'
import type { Input } from './plan.ts'

/** Maximum size of one answer; and of all answers together. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
const ALL_MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 20 * SECOND_MS

/** Upstream does not answer, or its answer is too long. */
export class UpstreamAwayError extends Error {
  override name = 'UpstreamAwayError'
}

export interface PoliteReader {
  /**
   * @returns status and envelope, `null` for an answer that is no envelope
   * @throws UpstreamAwayError
   */
  ask(call: Call, input: Input, token?: string, body?: object): Promise<{ status: number; answer: unknown }>
}

/** @param pauseMs pause between two requests */
export function createPoliteReader(address: UpstreamAddress, pauseMs: number): PoliteReader {
  let allBytes = 0
  let isFirst = true
  return {
    async ask(call, input, token, body) {
      if (!isFirst) await pause(pauseMs)
      isFirst = false
      const where = `${call.method} ${call.path}`
      try {
        const response = await fetch(address.origin + address.getPath(call.method, makePath(call, input)), {
          method: call.method,
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            accept: 'application/json',
            ...(token ? { authorization: token } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        const text = response.body ? await readWhole(streamBytes(response.body), ANSWER_MAX_BYTES) : ''
        allBytes += text.length
        if (allBytes > ALL_MAX_BYTES) throw new Error(`more than ${ALL_MAX_BYTES} bytes in all`)
        return { status: response.status, answer: parseEnvelope(text) }
      } catch (error) {
        const { cause, message } = error as Error
        const why = cause instanceof Error ? cause.message || message : message
        throw new UpstreamAwayError(`${address.origin} does not answer ${where}: ${why}`)
      }
    },
  }
}

async function* streamBytes(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk)
}

function makePath(call: Call, input: Input): string {
  const query = new URLSearchParams()
  let path = call.path
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value))
    else query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function parseEnvelope(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    return Number.isInteger(Object(answer).code) ? answer : null
  } catch {
    return null
  }
}
