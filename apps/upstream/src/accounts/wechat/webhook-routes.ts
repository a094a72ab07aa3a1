import { createHash, timingSafeEqual } from 'node:crypto'
import { checkWechatSignature, receiveWechatMessage } from '@portal/contract/accounts/login.ts'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { OfficialAccount, WechatMessage } from './official-account.ts'
import { readWechatXml, writeWechatReply } from './wechat-xml.ts'

interface Options {
  now: () => number
  officialAccount: OfficialAccount
  /** Key of the platform's signatures, configured there by the operator. */
  token: string
}

/** Text messages have at most 2048 bytes of content. */
const BODY_MAX_BYTES = 16 * 1024
const ECHO = /^[\w-]{1,128}$/
const ACCOUNT_ID = /^[\w-]{1,64}$/
const MESSAGE_ID = /^\d{1,32}$/
/** Acknowledges without a reply. */
const NO_REPLY = 'success'

/** Maximum difference to the platform's clock; a replayed signature is worthless after that. */
const FRESH_MS = 5 * MINUTE_MS
const TIMESTAMP = /^\d{1,11}$/

/**
 * Checks the platform's signature: SHA-1 over token, timestamp and nonce in alphabetical order (official account
 * documentation, «接入指南»). It covers neither body nor address; only TLS protects them.
 * @param query of the request, unchecked
 */
function isSignedByWechat(query: unknown, token: string, now: number): boolean {
  const { signature, timestamp, nonce } = (query ?? {}) as Record<string, unknown>
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || typeof nonce !== 'string') return false
  if (!TIMESTAMP.test(timestamp) || Math.abs(Number(timestamp) * SECOND_MS - now) > FRESH_MS) return false
  const expected = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest()
  const givenDigest = Buffer.from(signature, 'hex')
  return givenDigest.length === expected.length && timingSafeEqual(givenDigest, expected)
}

/** Parses a message; `undefined` for an unknown kind. Events have no id; sender and time replace it. */
function toMessage(members: ReadonlyMap<string, string>): WechatMessage | undefined {
  const openId = members.get('FromUserName') ?? ''
  const id = members.get('MsgId') ?? members.get('CreateTime') ?? ''
  if (!ACCOUNT_ID.test(openId) || !ACCOUNT_ID.test(members.get('ToUserName') ?? '') || !MESSAGE_ID.test(id)) {
    return undefined
  }
  const kind = members.get('MsgType')
  return {
    id: members.has('MsgId') ? id : `${openId} ${id}`,
    openId,
    text: kind === 'event' ? undefined : kind === 'text' ? (members.get('Content') ?? '') : '',
    isNewFollower: kind === 'event' && members.get('Event') === 'subscribe',
  }
}

/** Route that the platform of the official account calls: signed requests with messages of followers. */
export const webhookRoutes: FastifyPluginAsync<Options> = async (app, { token, officialAccount, now }) => {
  app.addContentTypeParser(
    ['text/xml', 'application/xml'],
    { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )

  // Checks the signature before the body is parsed: only the platform is served.
  app.addHook('onRequest', async (request, reply) => {
    if (!isSignedByWechat(request.query, token, now())) return reply.code(403).type('text/plain').send('')
  })

  app.get(
    checkWechatSignature.path,
    { config: { access: checkWechatSignature.access }, schema: { querystring: checkWechatSignature.query } },
    async (request, reply) => {
      const { echostr } = request.query as { echostr?: string }
      return reply
        .header('x-content-type-options', 'nosniff')
        .type('text/plain')
        .send(echostr !== undefined && ECHO.test(echostr) ? echostr : '')
    },
  )

  app.post(
    receiveWechatMessage.path,
    { config: { access: receiveWechatMessage.access }, schema: { querystring: receiveWechatMessage.query } },
    async ({ body }, reply) => {
      const members = typeof body === 'string' ? readWechatXml(body) : undefined
      const message = members && toMessage(members)
      const content = message && (await officialAccount.answer(message))
      if (content === undefined) return reply.type('text/plain').send(NO_REPLY)
      const fromUserName = members?.get('ToUserName') ?? ''
      const answer = { toUserName: message?.openId ?? '', fromUserName, createdAt: now(), content }
      return reply.type('application/xml; charset=utf-8').send(writeWechatReply(answer))
    },
  )
}
