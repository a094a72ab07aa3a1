import { createHash } from 'node:crypto'
import type { Call, CallBody } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { checkPartnerCertificates, type PairResult, partnerCalls } from '@portal/contract/partners/partner-calls.ts'
import { announcePartnerOrder } from '@portal/contract/partners/partner-orders.ts'
import { PAIRS_MAX } from '@portal/contract/partners/partner-rules.ts'
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { fillPath } from '#calls/call-input.ts'
import type { CallOutcome, CallService } from '#calls/call-service.ts'
import { createLookupClosed } from '#certificates/certificate-errors.ts'
import { type MonotonicClock, systemClock, waitForMinimumTime } from '#certificates/minimum-response-time.ts'
import { checkPlausibility } from '#certificates/plausible-answer.ts'
import { AppError, withRequestId } from '#errors.ts'
import { type Caller, getCaller } from '#request/caller.ts'
import { getClientAddress, toClientKey } from '#request/client-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

type AnnouncedOrder = CallBody<typeof announcePartnerOrder>

interface Options {
  service: CallService
  /** Budget of one key for calls. */
  ofKey: RateLimit
  /** Budget of one client for calls that are refused with 401. */
  refusals: RateLimit
  /** Whether lookups are enabled: `CERTIFICATE_SOURCE` is not `off`. */
  isOpen: boolean
  clock: MonotonicClock | undefined
}

/** Maximum length of the header, above that of a key with its scheme word. */
const AUTHORIZATION_MAX = 200
/** Maximum size of a body in KB, far above that of 100 pairs, and above that of 500 items. */
const BODY_MAX_KB = 64
const ORDER_MAX_KB = 1024
/**
 * Minimum time of an answer with an unknown pair, ms: less than for the single lookup, as programs wait for hundreds.
 */
const PARTNER_FLOOR_MS = 50

/**
 * Serves calls of partners' programs: the key goes upstream in place of a session, and cookies are ignored. Refusals
 * are HTTP statuses. Budgets are per key, not per visitor.
 */
export const partnerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { service, ofKey, refusals, isOpen, clock = systemClock } = options
  app.setErrorHandler((error: FastifyError | AppError, request) => {
    throw nameReason(error, request)
  })

  async function perform(call: Call, request: FastifyRequest): Promise<CallOutcome> {
    const client = toClientKey(getClientAddress(request))
    const authorization = readAuthorization(call, request)
    const { body, params, query } = request as Record<'body' | 'params' | 'query', Record<string, unknown>>
    const input = { body, params, ...(call.query && { query }) }
    await take(refusals, client)
    let isRefused = false
    try {
      // The budget may be stored in Redis, which must not receive a key.
      await take(ofKey, createHash('sha256').update(authorization).digest('base64url'))
      const outcome = await service.perform(call, input, makeCaller(request, authorization))
      isRefused = outcome.envelope.code === CODE.unauthenticated
      return outcome
    } finally {
      if (!isRefused) await refusals.giveBack(client)
    }
  }

  for (const call of partnerCalls as readonly Call[]) {
    const isOrder = isOrderPath(call.path)
    app.route({
      method: call.method,
      url: toRouterPath(call),
      exposeHeadRoute: false,
      bodyLimit: (isOrder ? ORDER_MAX_KB : BODY_MAX_KB) * 1024,
      schema: {
        ...(call.body && { body: call.body }),
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
      },
      config: {
        access: 'public',
        from: 'call',
        exactPath: (params) => fillPath(call.path, params),
        hasOwnBudgets: true,
      },
      preValidation: dropBlankQuery,
      handler: async (request, reply) => {
        if (!isOpen && !isOrder) throw createLookupClosed()
        if (call.path === announcePartnerOrder.path) requireKnownMembers(request.body as AnnouncedOrder)
        const arrivedMs = clock.monotonicMs()
        const { envelope, retryAfterSeconds } = await perform(call, request)
        const isCheck = call.path === checkPartnerCertificates.path && envelope.code === CODE.ok
        const data = isCheck ? checkResults(envelope.data as PairResult[]) : envelope.data
        if (isCheck && hasUnknown(data as PairResult[])) await waitForMinimumTime(clock, arrivedMs, PARTNER_FLOOR_MS)
        if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
        reply.header('cache-control', 'no-store').code(toHttpStatus(envelope.code))
        return reply.send(withRequestId({ ...envelope, data }, request.id))
      },
    })
  }
}

/** Answer to a number of no form, as to an unknown one. */
const ORDER_UNKNOWN = '没有这个合作方的这张委托单'

const isOrderPath = (path: string) => path.startsWith('/v1/partner/orders')

/** Removes blank parameters: an empty `after` is the beginning. */
async function dropBlankQuery({ query }: FastifyRequest) {
  const parameters = query as Record<string, unknown>
  for (const name of Object.keys(parameters)) if (parameters[name] === '') delete parameters[name]
}

const refuseRequest = (reason: string, message: string, code: number = CODE.malformed) =>
  new AppError(code, message, { extra: { reason } })

/** Names the reason of a request that does not fit the contract. Other errors stay as they are. */
function nameReason(error: FastifyError | AppError, { routeOptions }: FastifyRequest): Error {
  if (error instanceof AppError) return error
  const isOrder = isOrderPath(routeOptions.url ?? '')
  if (error.statusCode === CODE.tooLarge) {
    const maxKb = isOrder ? ORDER_MAX_KB : BODY_MAX_KB
    return refuseRequest('bodyTooLarge', `请求正文至多 ${maxKb} KB`, CODE.tooLarge)
  }
  if (error.code?.startsWith('FST_ERR_CTP_')) {
    return refuseRequest('notJson', '请求正文必须是 JSON，并带请求头 Content-Type: application/json')
  }
  if (!error.validation) return error
  if (error.validationContext === 'querystring') {
    return refuseRequest('afterWrong', '参数 after 必须是上次返回的 next（不小于 0 的整数），留空则从头列起')
  }
  if (error.validationContext === 'params') return refuseRequest('orderUnknown', ORDER_UNKNOWN)
  if (isOrder) {
    const [fault] = error.validation
    return refuseRequest('orderWrong', `正文不符合接口文档：${fault?.instancePath ?? ''} ${fault?.message ?? ''}`)
  }
  return refuseRequest('pairsWrong', `正文必须有 pairs：1 至 ${PAIRS_MAX} 对编号与核对码`)
}

/** @throws AppError for a member that an order has not: a misspelled care note would be lost */
function requireKnownMembers(order: AnnouncedOrder): void {
  const { properties } = announcePartnerOrder.body
  const findUnknown = (value: object, known: object) => Object.keys(value).find((name) => !Object.hasOwn(known, name))
  const places: [path: string, name: string | undefined][] = [
    ['', findUnknown(order, properties)],
    ...order.items.map((item, at): [string, string | undefined] => [
      `/items/${at}`,
      findUnknown(item, properties.items.items.properties),
    ]),
  ]
  for (const [path, name] of places) {
    if (name !== undefined)
      throw refuseRequest('orderWrong', `正文不符合接口文档：没有成员 ${path}/${name.slice(0, 40)}`)
  }
}

/** @throws AppError for a key in the address, as logs of proxies then contain it */
function readAuthorization(call: Call, request: FastifyRequest): string {
  const {
    raw,
    query: parameters,
    headers: { authorization = '' },
  } = request
  const query = raw.url?.split('?', 2)[1] ?? ''
  if (/gp_/i.test(query)) {
    throw refuseRequest('keyInAddress', '密钥不能写在网址里，那里会被记入日志。请吊销这个密钥，改用请求头')
  }
  const known = Object.keys(call.query?.properties ?? {})
  if (query !== '' && known.length === 0) throw refuseRequest('parametersWrong', '这个接口没有网址参数')
  if (Object.keys(parameters as object).some((name) => !known.includes(name))) {
    throw refuseRequest('parametersWrong', `这个接口的网址参数只有 ${known.join('、')}`)
  }
  if (authorization.length > AUTHORIZATION_MAX) {
    throw refuseRequest('headerTooLong', `请求头 Authorization 至多 ${AUTHORIZATION_MAX} 个字符`)
  }
  return authorization
}

function makeCaller(request: FastifyRequest, authorization: string): Caller {
  return { ...getCaller(request), session: null, ...(authorization && { authorization }) }
}

/** @throws AppError 429 */
async function take(limit: RateLimit, key: string): Promise<void> {
  const { isAllowed, retryAfterMs } = await limit.take(key)
  if (isAllowed) return
  throw new AppError(CODE.tooMany, '调用过于频繁，请稍后重试', {
    retryAfterSeconds: Math.ceil(retryAfterMs / 1000),
    extra: { reason: 'tooFrequent' },
  })
}

/** @throws AppError 502 when an answer contradicts itself */
function checkResults(results: readonly PairResult[]): PairResult[] {
  return results.map((result) => {
    const { answer, certificateNo } = result
    return answer && certificateNo ? { ...result, answer: checkPlausibility(answer, certificateNo) } : result
  })
}

const hasUnknown = (results: readonly PairResult[]) => results.some(({ answer }) => answer?.state === 'unknown')

const toHttpStatus = (code: number) => (code >= 200 && code < 600 ? code : CODE.upstreamUnreachable)
