import type { FastifyReply } from 'fastify'

/** A response that is built once and sent many times. */
export interface PreparedResponse {
  status: number
  /** Names and values alternating, as Node writes them; complete except `Date` and connection headers. */
  head: readonly string[]
  /** `null`: no body. A text is written together with the head, which costs less than a separate buffer. */
  body: Buffer | string | null
  /** Encoding of a text, UTF-8 by default; with `latin1` each character is a byte. */
  encoding?: 'utf8' | 'latin1'
}

/**
 * Sends a response without Fastify's reply, which builds head and body each time. `onSend` hooks do not run: the head
 * has the security headers already (`app.completeHead`). `onResponse` hooks (log, metrics) do, and headers set by
 * earlier hooks are sent too.
 * @param varying further names and values, alternating
 */
export function sendPrepared(
  reply: FastifyReply,
  { status, head, body, encoding = 'utf8' }: PreparedResponse,
  varying: readonly string[] = [],
): FastifyReply {
  const whole = [...head, ...varying]
  const set = reply.getHeaders()
  for (const name of Object.keys(set)) {
    const value = set[name]
    if (Array.isArray(value)) for (const one of value) whole.push(name, one)
    else whole.push(name, String(value))
  }
  reply.hijack()
  reply.request.endWork?.()
  reply.raw.writeHead(status, whole)
  reply.raw.end(body, encoding)
  return reply
}
