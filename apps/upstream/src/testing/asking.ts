import type { Call } from '@portal/contract/call.ts'
import { calls, toRouterPath } from '@portal/contract/calls.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { checkAnswerForm } from '@portal/contract/testing/answer-form.ts'
import type { InjectOptions } from 'fastify'
import type { TestUpstream } from './make-upstream.ts'

/** Answers are untyped in tests; `ask` compares each with the contract, because the BFF refuses any other. */
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
  /** The test has stored what the contract does not allow. */
  isDamaged?: boolean
}

const patterns = calls.map((call: Call) => ({
  call,
  pattern: new RegExp(`^${toRouterPath(call).replace(/:\w+(\([^)]*\))?/g, '[^/]+')}$`),
}))

/** Finds the call of a request; one without parameters comes first. */
function findAsked(method: string, url: string): Call | undefined {
  const [path = ''] = url.split('?')
  const found = patterns.filter(({ call, pattern }) => call.method === method && pattern.test(path))
  return (found.find(({ call }) => call.path === path) ?? found[0])?.call
}

/**
 * Calls an upstream in process: `ask(upstream, 'GET /v1/article/info?id=1')`.
 * @throws Error for an answer that the contract does not allow
 */
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
  const envelope = answer.json<Envelope>()
  const asked = extras.isDamaged || envelope.code !== 200 ? undefined : findAsked(method, url)
  const departures = asked ? checkAnswerForm(asked, envelope, 'upstream').departures : []
  if (departures.length > 0) throw new Error(`${call} departs from the contract: ${JSON.stringify(departures)}`)
  return { status: answer.statusCode, headers: answer.headers, ...envelope }
}
