import request from 'supertest'
import { adaptUpload } from '../../apps/bff/src/calls/upload-answer.ts'
import type { TestSite } from '../../apps/bff/src/testing/make-site.ts'
import type { UpstreamAddress } from '../../apps/bff/src/upstream/upstream-address.ts'
import type { Call, Method } from '../../packages/contract/src/call.ts'
import { type CallKey, findCall } from '../../packages/contract/src/calls.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { checkAnswerForm } from '../../packages/contract/src/testing/answer-form.ts'
import { CheckEnded, type Findings } from './findings.ts'
import type { Exchange, Wire } from './wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, already checked against their schemas
export type Loose = any

export interface Input {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  file?: { name: string; bytes: Buffer }
  headers?: Record<string, string>
}

/** An answer of the BFF, already checked against its schema. */
interface Asked {
  status: number
  code: number
  message: string
  data: Loose
  extra: Loose
  headers: Record<string, Loose>
  text: string
}

/** One answer that a browser received. */
export interface Received {
  status: number
  headers: Record<string, Loose>
  text: string
}

/** A browser with its own cookies. */
export interface Browser {
  /** Makes a call through the BFF. Both answers, of BFF and upstream, are checked against the contract. */
  ask(key: CallKey, input?: Input): Promise<Asked>
  /** Any other request: pages, files, the platform's webhook. */
  send(method: Method, url: string, input?: Input & { text?: string; type?: string }): Promise<Received>
}

interface Options {
  app: TestSite['app']
  wire: Wire
  upstream: UpstreamAddress
  findings: Findings
  /** Client address in X-Forwarded-For; by default none. */
  address?: string | undefined
  /** Collects all answers of several browsers. */
  received: Received[]
}

export function openBrowser({ app, wire, upstream, findings, address, received }: Options): Browser {
  const agent = request.agent(app.server)

  async function send(method: Method, url: string, input: Parameters<Browser['send']>[2] = {}): Promise<Received> {
    const sending = agent[method.toLowerCase() as 'get'](url).redirects(0)
    sending.set(ownCallHeaders)
    if (address) sending.set('x-forwarded-for', address)
    if (input.headers) sending.set(input.headers)
    if (input.query) sending.query(input.query)
    if (input.file) sending.attach(getFieldName(url), input.file.bytes, input.file.name)
    else if (input.text !== undefined) sending.type(input.type ?? 'text/plain').send(input.text)
    else if (input.body) sending.send(input.body)
    const { status, headers, text, body } = await sending
    const got = { status, headers, text: text ?? (Buffer.isBuffer(body) ? body.toString('latin1') : '') }
    received.push(got)
    return got
  }

  return {
    send,
    async ask(key, input = {}) {
      const call = findCall(key)
      const url = call.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(input.params?.[name] ?? ''),
      )
      const from = wire.exchanges.length
      const got = await send(call.method, url, input)
      const asked = upstream.getPath(
        call.method,
        `${url}?${new URLSearchParams(input.query as Record<string, string>)}`,
      )
      const exchange = wire.exchanges
        .slice(from)
        .findLast(({ method, url: at }) => method === call.method && at.split('?')[0] === asked.split('?')[0])
      if (exchange) judgeUpstream({ key, call, exchange, findings, upstream })
      return judgeBff(key, call, got, findings, exchange !== undefined)
    },
  }
}

/** Returns the name of the multipart field of an upload. */
function getFieldName(url: string): string {
  return url === '/v1/article/readMarkdownFile' ? 'file' : 'multipartFile'
}

/** Whether this project added the call to the API: another upstream may lack it. */
function isOurs({ summary, path }: Call): boolean {
  return summary.startsWith('Ours') || path.startsWith('/v1/review/') || path.startsWith('/v1/certificate/')
}

/** @throws CheckEnded when upstream does not serve the call or its answer is no envelope */
function judgeUpstream({ key, call, exchange, findings, upstream }: Judged): void {
  const { status, answer } = exchange
  const envelope = adaptAnswer(call, parse(answer), findings, upstream)
  if (envelope === undefined) {
    if (isOurs(call) && status === 404) findings.absent.add(key)
    else
      findings.depart({
        call: key,
        differs: `status ${status} without an envelope`,
        says: 'every answer is an envelope',
      })
    throw new CheckEnded()
  }
  if (isOurs(call) && status === 404) {
    findings.absent.add(key)
    throw new CheckEnded()
  }
  const { departures, unnamed } = checkAnswerForm(call, envelope, 'upstream')
  for (const departure of departures) findings.depart({ call: key, ...departure })
  findings.noteUnnamed(key, unnamed)
  if (status !== 200)
    findings.depart({ call: key, differs: `status ${status}`, says: 'errors too travel with status 200' })
}

interface Judged {
  key: CallKey
  call: Call
  exchange: Exchange
  findings: Findings
  upstream: UpstreamAddress
}

/** Returns the answer in the form that the BFF converts it to. */
function adaptAnswer(call: Call, envelope: unknown, findings: Findings, upstream: UpstreamAddress): unknown {
  const adapt = adaptUpload(call, upstream)
  const { code, data } = Object(envelope) as { code?: unknown; data?: unknown }
  if (!adapt || code !== 200) return envelope
  const address = adapt(data)
  if (typeof data !== 'string' && typeof address === 'string') {
    findings.variants.add('POST /file/upload  answers data.url; the BFF takes the address out of it')
  }
  return { ...Object(envelope), data: address }
}

/** @throws CheckEnded when the BFF could not use the answer of upstream */
function judgeBff(key: CallKey, call: Call, got: Received, findings: Findings, hasExchange: boolean): Asked {
  const envelope = parse(got.text)
  const { departures, unnamed } = checkAnswerForm(call, envelope, 'bff')
  const code = (envelope as { code?: unknown } | undefined)?.code
  if (code === 502 || code === 503 || code === 504) {
    const message = (envelope as { message?: unknown }).message
    // If there was an exchange, the fault of upstream is already among the findings.
    if (!hasExchange) findings.depart({ call: key, differs: `no answer from upstream: ${message}`, says: 'an answer' })
    throw new CheckEnded()
  }
  for (const { differs, says } of departures) findings.depart({ call: key, differs: `BFF: ${differs}`, says })
  for (const member of unnamed)
    findings.depart({ call: key, differs: `BFF: ${member} passes`, says: 'it is not named' })
  if (departures.length > 0) throw new CheckEnded()
  return { ...(envelope as Omit<Asked, 'status' | 'headers' | 'text'>), ...got }
}

function parse(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null && 'code' in answer ? answer : undefined
  } catch {
    return undefined
  }
}
