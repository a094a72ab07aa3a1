import type { Readable } from 'node:stream'
import { runWithinTime } from '@portal/bff/src/time-limit.ts'
import { readWhole } from '@portal/bff/src/upstream/whole-answer.ts'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { type Detour, getConnection } from './connect-to.ts'

/** Maximum size of a response; a longer one is not the site's. Bytes. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024

interface Question {
  method?: string
  headers?: Record<string, string>
  body?: string | Readable
  /** Uses its own connection, as a new visitor does: another instance may answer. */
  isAlone?: boolean
  timeoutMs: number
}

export interface Answer {
  status: number
  text: string
  /** Returns a header, `undefined` where it was not sent; several are joined by `, `. */
  header(name: string): string | undefined
  /** All `Set-Cookie` headers. */
  cookies: readonly string[]
  /** Time from the request until the whole answer was read. ms. */
  tookMs: number
}

/**
 * Makes one HTTP request; redirects are returned, not followed. TLS is always verified.
 * @throws Error of undici, Node or `runWithinTime`; see `describeFailure`
 */
export type Ask = (address: string, question: Question) => Promise<Answer>

export function createAsk(ca?: string, detour: Detour | null = null): { ask: Ask; close(): Promise<void> } {
  const connect = buildConnector({ timeout: 5_000, ...(ca ? { ca } : {}) })
  const agent = new Agent({
    // `host` is unchanged: TLS checks the certificate for the public name.
    connect(options, callback) {
      const { host, port } = getConnection(`${options.protocol}//${options.host ?? options.hostname}`, detour)
      connect({ ...options, hostname: host, port: String(port) }, callback)
    },
  })

  async function ask(address: string, question: Question): Promise<Answer> {
    const { method = 'GET', headers = {}, body, isAlone = false, timeoutMs } = question
    const url = new URL(address)
    const startedMs = performance.now()
    return runWithinTime(timeoutMs, async (signal) => {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        reset: isAlone,
        signal,
      })
      const text = await readWhole(answer.body, ANSWER_MAX_BYTES)
      const all = answer.headers
      return {
        status: answer.statusCode,
        text,
        header: (name) => all[name]?.toString(),
        cookies: [all['set-cookie'] ?? []].flat(),
        tookMs: performance.now() - startedMs,
      }
    })
  }
  return { ask, close: () => agent.destroy() }
}
