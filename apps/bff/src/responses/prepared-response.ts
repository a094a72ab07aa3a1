import type { FastifyReply } from 'fastify'

/** An answer that is made once and sent many times. */
export interface PreparedResponse {
  status: number
  /** Names and values in turn, as Node writes them; complete but for `Date` and what is about the connection. */
  head: readonly string[]
  /** `null` for an answer without one. */
  body: Buffer | null
}

/**
 * Sends it past Fastify's own way to an answer, which puts head and body together anew each time. Hooks that see an
 * answer off (`onSend`) do not run: the head holds the safe headers already (`app.completeHead`). Those for what has
 * been answered (`onResponse`: log, metrics) do, and what other hooks have set meanwhile goes along.
 * @param varying further names and values in turn
 */
export function sendPrepared(
  reply: FastifyReply,
  { status, head, body }: PreparedResponse,
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
  reply.raw.end(body)
  return reply
}
