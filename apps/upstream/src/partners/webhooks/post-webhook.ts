import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { DeliveryProblem } from '@portal/contract/partners/webhook-rules.ts'
import { type Internet, resolvePublicAddresses } from '#platform/net/internet.ts'
import { classifyNetworkError } from '#platform/net/network-problem.ts'

/** Maximum time of a whole delivery: resolving, connecting, sending, and the answer. */
export const DELIVERY_MAX_MS = 15 * SECOND_MS
/** More of an answer is never read. */
const ANSWER_MAX_BYTES = 2048
const HEADERS_MAX_BYTES = 16 * 1024
const HTTPS_PORT = 443

export interface Outcome {
  /** `null`: no answer. */
  status: number | null
  problem: DeliveryProblem | null
  /** First bytes of the answer. */
  answer: string
  /** Header `Retry-After`. */
  retryAfter: string | null
  durationMs: number
}

interface Options {
  headers: Readonly<Record<string, string>>
  body: string
  internet: Internet
  /** Ends the delivery. */
  signal: AbortSignal
  /** Shorter in tests only. */
  timeoutMs?: number | undefined
}

/**
 * Posts to an endpoint, whose name is resolved once: every address must be public, and the connection goes to one of those
 * that were checked. A redirect is an answer like any other; nothing follows it.
 * @throws the reason of `signal`, when that ended it
 */
export async function postWebhook(address: string, options: Options): Promise<Outcome> {
  const began = performance.now()
  const deadline = AbortSignal.timeout(options.timeoutMs ?? DELIVERY_MAX_MS)
  const signal = AbortSignal.any([deadline, options.signal])
  const outcome = { status: null, problem: null, answer: '', retryAfter: null }
  const durationMs = () => Math.round(performance.now() - began)
  try {
    const url = new URL(address)
    const addresses = await resolvePublicAddresses(url.hostname, options.internet, signal)
    if (addresses.length === 0) return { ...outcome, problem: 'private', durationMs: durationMs() }
    const answered = await exchange(url, addresses, { ...options, signal })
    return { ...outcome, ...answered, durationMs: durationMs() }
  } catch (error) {
    options.signal.throwIfAborted()
    const problem = deadline.aborted ? 'timeout' : classifyNetworkError(error)
    return { ...outcome, problem, durationMs: durationMs() }
  }
}

/** Certificate and `Host` are of the name, the connection goes to its checked addresses. */
async function exchange(url: URL, addresses: readonly string[], { headers, body, internet, signal }: Options) {
  const dialled = addresses.map((one) => internet.dial(one, HTTPS_PORT))
  const { port = HTTPS_PORT, ca } = dialled[0] ?? {}
  const sent = request({
    method: 'POST',
    host: url.hostname,
    servername: url.hostname,
    port,
    path: url.pathname + url.search,
    lookup: fixedLookup(dialled.map(({ host }) => host)),
    agent: false,
    signal,
    maxHeaderSize: HEADERS_MAX_BYTES,
    ...(ca !== undefined && { ca }),
    headers: {
      ...headers,
      host: url.host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    },
  })
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', resolve)
      sent.end(body)
    })
    const { statusCode: status = 0, headers: answered } = response
    return { status, answer: await firstBytes(response), retryAfter: answered['retry-after'] ?? null }
  } finally {
    sent.destroy()
  }
}

/** Answers what was checked, instead of resolving again. */
function fixedLookup(hosts: readonly string[]): LookupFunction {
  const found = hosts.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, done) => {
    if (all) return done(null, found)
    const [first] = found
    return done(null, first?.address ?? '', first?.family)
  }
}

/** @throws when the connection breaks before the end, or the time is over */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes >= ANSWER_MAX_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, ANSWER_MAX_BYTES).toString('utf8')
}
