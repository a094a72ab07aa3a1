import type { Call, HtmlKind } from '@portal/contract/call.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import { UserInfo } from '@portal/contract/users.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import { upstreamBroken } from '#errors.ts'
import type { HtmlCleaner } from '#html/clean-html.ts'
import type { UpstreamAnswer } from '#upstream/upstream-client.ts'

export interface ReadAnswer {
  envelope: Envelope
  /** Taken out of `data`; only calls that carry a token have one. */
  login: { token: string; userId: string } | null
}

/**
 * Reads what upstream answered to a call.
 * @throws AppError 502 when it is no envelope, or when a success does not have the form that the contract says.
 */
export type AnswerReader = (answer: UpstreamAnswer, token?: string) => ReadAnswer

const ajv = new Ajv({ strict: false, allowUnionTypes: true })
const isUserInfo: ValidateFunction = ajv.compile(UserInfo)

export function createAnswerReader(call: Call, cleanHtml: HtmlCleaner): AnswerReader {
  const isData = ajv.compile(call.data)
  const isExtra = call.extra ? ajv.compile(call.extra) : null
  const htmlMembers = Object.entries(call.html ?? {}).map(([member, kind]) => ({ steps: toSteps(member), kind }))

  function check(isValid: ValidateFunction, value: unknown): void {
    if (isValid(value)) return
    const [first] = isValid.errors ?? []
    throw upstreamBroken(new Error(`${call.method} ${call.path}: ${first?.instancePath ?? ''} ${first?.message ?? ''}`))
  }

  return (answer, token) => {
    const envelope = readEnvelope(call, answer)
    if (envelope.code !== CODE.ok) return { envelope: { ...envelope, data: null }, login: null }
    if (call.carriesToken) {
      const login = takeLogin(envelope)
      check(isUserInfo, envelope.data)
      return { envelope, login }
    }
    check(isData, envelope.data)
    if (isExtra) check(isExtra, envelope.extra)
    for (const { steps, kind } of htmlMembers) cleanMember(envelope.data, steps, kind, cleanHtml)
    // The caller's own token is in no answer of the contract; an upstream that repeats it must not hand it to a page.
    if (token && answer.text.includes(token)) removeText(envelope, token)
    return { envelope, login: null }
  }
}

function readEnvelope(call: Call, { status, text }: UpstreamAnswer): Envelope {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    throw upstreamBroken(new Error(`${call.method} ${call.path}: status ${status}, not JSON`, { cause: error }))
  }
  const isStatus = status >= 200 && status < 600
  if (!isStatus || !isRecord(answer) || typeof answer.code !== 'number' || !Number.isSafeInteger(answer.code)) {
    throw upstreamBroken(new Error(`${call.method} ${call.path}: status ${status}, no envelope`))
  }
  return {
    code: answer.code,
    message: typeof answer.message === 'string' ? answer.message : '',
    data: answer.data ?? null,
    extra: isRecord(answer.extra) ? answer.extra : {},
  }
}

/** Moves the token out of `data`, wherever it stands there, and leaves the user: `{ token, user }` becomes `user`. */
function takeLogin(envelope: Envelope): { token: string; userId: string } {
  const token = findToken(envelope.data)
  if (!token) throw upstreamBroken(new Error('a login answer without a token'))
  const { data } = envelope
  const user = isRecord(data) && isRecord(data.user) ? data.user : data
  envelope.data = withoutTokens(user, token)
  envelope.extra = withoutTokens(envelope.extra, token) as Record<string, unknown>
  const userId = isRecord(envelope.data) ? String(envelope.data.id ?? '') : ''
  if (userId === '') throw upstreamBroken(new Error('a login answer without a user id'))
  return { token, userId }
}

function findToken(value: unknown): string | null {
  if (!isRecord(value)) return null
  if (typeof value.token === 'string' && value.token.length >= 16) return value.token
  for (const member of Object.values(value)) {
    const token = findToken(member)
    if (token) return token
  }
  return null
}

/** A copy without members named `token` and without the token's text anywhere. */
function withoutTokens(value: unknown, token: string): unknown {
  if (typeof value === 'string') return value.replaceAll(token, '')
  if (Array.isArray(value)) return value.map((element) => withoutTokens(element, token))
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(([name]) => name !== 'token')
  return Object.fromEntries(members.map(([name, member]) => [name, withoutTokens(member, token)]))
}

function removeText(envelope: Envelope, token: string): void {
  envelope.message = envelope.message.replaceAll(token, '')
  envelope.data = withoutTokens(envelope.data, token)
  envelope.extra = withoutTokens(envelope.extra, token) as Record<string, unknown>
}

/** `records[].children[].content` → `['records', '[]', 'children', '[]', 'content']`. */
function toSteps(member: string): string[] {
  return member.replaceAll('[]', '.[]').split('.')
}

function cleanMember(value: unknown, steps: readonly string[], kind: HtmlKind, cleanHtml: HtmlCleaner): void {
  const [step = '', ...rest] = steps
  if (step === '[]') {
    if (Array.isArray(value)) for (const element of value) cleanMember(element, rest, kind, cleanHtml)
    return
  }
  if (!isRecord(value)) return
  const member = value[step]
  if (rest.length > 0) cleanMember(member, rest, kind, cleanHtml)
  else if (typeof member === 'string') value[step] = cleanHtml(kind, member)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
