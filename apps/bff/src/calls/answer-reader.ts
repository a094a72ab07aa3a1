import { UserInfo } from '@portal/contract/accounts/users.ts'
import type { Call, HtmlKind } from '@portal/contract/call.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import { errorEnvelope, upstreamBroken } from '#errors.ts'
import type { HtmlText } from '#html/clean-worker.ts'
import type { UpstreamAnswer } from '#upstream/upstream-client.ts'
import { type AddressGuard, createAddressGuard } from './guard-addresses.ts'
import { isRecord, removeToken, takeLogin } from './login-token.ts'
import type { AdaptData } from './upload-answer.ts'

interface ReadAnswer {
  envelope: Envelope
  /** Token and user that were removed from `data`; only answers to logins have them. */
  login: { token: string; userId: string } | null
}

/** Sanitises the HTML of an answer, in the order of the texts. */
type CleanTexts = (texts: readonly HtmlText[]) => Promise<readonly string[]>

/** An answer whose HTML is not sanitised yet. */
interface UncleanAnswer {
  /** @throws what `clean` throws */
  cleaned(clean: CleanTexts): Promise<ReadAnswer>
}

/**
 * Reads upstream's answer to a call. Drops members that the contract does not name.
 * @throws AppError 502 when the answer is no envelope, or when a success does not match the contract's schema
 */
export type AnswerReader = (answer: Pick<UpstreamAnswer, 'status' | 'text'>, token?: string) => UncleanAnswer

// Members unknown to the contract are dropped: upstreams send too much, e.g. IP addresses of other users.
const ajv = new Ajv({ strict: false, allowUnionTypes: true, removeAdditional: 'all' })
const isUserInfo: ValidateFunction = ajv.compile(UserInfo)

/** An escape that JSON does not need, `\/` or `\u003d`, as some upstreams write them: the token may be spelled with it. */
const ASCII_ESCAPE = /\\(?:\/|u00[2-7])/i

export function createAnswerReader(
  call: Call,
  guardAddresses: AddressGuard = createAddressGuard(null),
  adaptData?: AdaptData,
): AnswerReader {
  const isData = ajv.compile(call.data)
  const isExtra = call.extra ? ajv.compile(call.extra) : null
  const htmlMembers = Object.entries(call.html ?? {}).map(([member, kind]) => ({ steps: toSteps(member), kind }))

  function check(isValid: ValidateFunction, value: unknown): void {
    if (isValid(value)) return
    const [first] = isValid.errors ?? []
    throw upstreamBroken(new Error(`${call.method} ${call.path}: ${first?.instancePath ?? ''} ${first?.message ?? ''}`))
  }

  return (answer, token) => {
    // An upstream without this call responds with the status alone.
    if (answer.status === CODE.noSuchCall && !call.cache && !isEnvelope(answer.text)) {
      return createCleanedAnswer({ envelope: errorEnvelope(CODE.noSuchCall, '没有这个接口'), login: null })
    }
    const envelope = readEnvelope(call, answer)
    // No answer in the contract contains the caller's own token; an upstream that repeats it must not pass it to a
    // page.
    const hasToken = token !== undefined && (answer.text.includes(token) || ASCII_ESCAPE.test(answer.text))
    if (envelope.code !== CODE.ok) {
      envelope.data = null
      // Some frameworks put the token into the message: «token 无效：…».
      if (hasToken) removeToken(envelope, token)
      return createCleanedAnswer({ envelope, login: null })
    }
    if (call.carriesToken) {
      const login = takeLogin(envelope)
      check(isUserInfo, envelope.data)
      guardAddresses(envelope.data)
      return createCleanedAnswer({ envelope, login })
    }
    if (adaptData) envelope.data = adaptData(envelope.data)
    check(isData, envelope.data)
    if (isExtra) check(isExtra, envelope.extra)
    else envelope.extra = {}
    guardAddresses(envelope.data)
    guardAddresses(envelope.extra)
    const found = htmlMembers.flatMap(({ steps, kind }) => findMembers(envelope, steps, kind))
    return {
      async cleaned(clean) {
        const texts = found.length > 0 ? await clean(found) : []
        for (const [at, { holder, member }] of found.entries()) holder[member] = texts[at]
        if (hasToken) removeToken(envelope, token)
        return { envelope, login: null }
      },
    }
  }
}

function createCleanedAnswer(answer: ReadAnswer): UncleanAnswer {
  return { cleaned: async () => answer }
}

function isEnvelope(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text)
    return isRecord(answer) && typeof answer.code === 'number'
  } catch {
    return false
  }
}

function readEnvelope(call: Call, { status, text }: Pick<UpstreamAnswer, 'status' | 'text'>): Envelope {
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

/** `records[].content` → `['data', 'records', '[]', 'content']`; what begins with `extra.` stands there. */
function toSteps(member: string): string[] {
  const whole = member.startsWith('extra.') ? member : `data${member.startsWith('[]') ? '' : '.'}${member}`
  return whole.replaceAll('[]', '.[]').split('.')
}

interface HtmlMember extends HtmlText {
  holder: Record<string, unknown>
  member: string
}

function findMembers(value: unknown, steps: readonly string[], kind: HtmlKind): HtmlMember[] {
  const [step = '', ...rest] = steps
  if (step === '[]') return Array.isArray(value) ? value.flatMap((element) => findMembers(element, rest, kind)) : []
  if (!isRecord(value)) return []
  const inner = value[step]
  if (rest.length > 0) return findMembers(inner, rest, kind)
  return typeof inner === 'string' ? [{ holder: value, member: step, kind, html: inner }] : []
}
