import type { CallKey, DataFor, ExtraFor } from '@portal/contract/calls.ts'
import type { BffKey } from '#lib/api/bff-endpoints.ts'

export interface Asked {
  key: string
  query: URLSearchParams
  body: unknown
  signal: AbortSignal | null | undefined
}

type Answer = Response | { code: number; message?: string; data?: unknown; extra?: unknown }
type Reply = Answer | Promise<Answer> | ((asked: Asked) => Answer | Promise<Answer>)

/** Answers by key of the call, BFF endpoints included. */
export type Answers = Partial<Record<CallKey | BffKey, Reply>>

export interface AnsweringFetch {
  (address: string, init?: RequestInit): Promise<Response>
  /** All calls so far, oldest first. */
  readonly asked: Asked[]
  /** Returns the calls of one key. */
  of: (key: string) => Asked[]
}

/** Makes a successful answer. */
export function good<K extends CallKey>(_key: K, data: DataFor<K>, extra?: ExtraFor<K>): Answer {
  return { code: 200, message: '成功', data, extra: extra ?? {} }
}

/** Makes an error answer. */
export function bad(code: number, message: string): Answer {
  return { code, message, data: null, extra: {} }
}

const VISITOR: Answers = {
  'GET /bff/session': { code: 200, data: { user: null, expiresAt: null } },
  'GET /v1/webSiteInfo': {
    code: 200,
    data: { name: '石衡珠宝玉石检测中心', nameEn: 'Shiheng Gem Laboratory', startedAt: '2024-02-01' },
  },
}

/** Makes a fake `fetch` with these answers, for the global or the API client. */
export function answering(answers: Answers = {}): AnsweringFetch {
  const asked: Asked[] = []
  const known: Partial<Record<string, Reply>> = { ...VISITOR, ...answers }
  const answer = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://localhost')
    const key = `${init.method ?? 'GET'} ${url.pathname}`
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined)
    const question: Asked = { key, query: url.searchParams, body, signal: init.signal }
    asked.push(question)
    const reply = known[key]
    if (reply === undefined) throw new Error(`the test has no answer to ${key}`)
    const found = await rejectWhenAborted(typeof reply === 'function' ? reply(question) : reply, init.signal)
    return found instanceof Response ? found : Response.json(found)
  }
  return Object.assign(answer, { asked, of: (key: string) => asked.filter((question) => question.key === key) })
}

function rejectWhenAborted<T>(value: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    Promise.resolve(value).then(resolve, reject)
  })
}
