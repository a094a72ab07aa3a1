import type { Envelope } from '@portal/contract/envelope.ts'
import type { InjectOptions } from 'fastify'
import type { TestUpstream } from './make-upstream.ts'

/** Answers are untyped in tests; the contract's own tests check the shapes. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, read by tests only
export type Loose = any

export interface TestAnswer extends Envelope<Loose, Loose> {
  status: number
  headers: Record<string, unknown>
}

interface Extras {
  token?: string | undefined
  /** The client's address, as the BFF reports it. */
  from?: string
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Calls an upstream in process: `ask(upstream, 'GET /v1/article/info?id=1')`. */
export async function ask(upstream: Pick<TestUpstream, 'app'>, call: string, extras: Extras = {}): Promise<TestAnswer> {
  const [method, url] = call.split(' ') as [NonNullable<InjectOptions['method']>, string]
  const answer = await upstream.app.inject({
    method,
    url,
    headers: {
      ...extras.headers,
      ...(extras.token && { authorization: extras.token }),
      ...(extras.from && { 'x-forwarded-for': extras.from }),
    },
    ...(extras.body && { payload: extras.body }),
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<Envelope>() }
}
