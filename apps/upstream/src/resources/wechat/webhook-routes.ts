import { checkWechatSignature, receiveWechatMessage } from '@portal/contract/login.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Dependencies } from '#dependencies.ts'
import type { WechatMessage } from './official-account.ts'
import { isSignedByWechat } from './wechat-signature.ts'
import { readWechatXml, writeWechatReply } from './wechat-xml.ts'

type Options = Dependencies & {
  /** What the platform signs with; the operator writes it into its settings. */
  token: string
}

/** Text messages have at most 2048 bytes of content. */
const BODY_MAX_BYTES = 16 * 1024
const ECHO = /^[\w-]{1,128}$/
const ACCOUNT_ID = /^[\w-]{1,64}$/
const MESSAGE_ID = /^\d{1,32}$/
/** Acknowledges without a reply. */
const NO_REPLY = 'success'

/** `undefined` for unknown messages. Events have no id; sender and time replace it. */
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

/** The official account platform's side: it proves itself by a signature, and sends us what followers write. */
export const webhookRoutes: FastifyPluginAsync<Options> = async (app, { token, officialAccount, now }) => {
  app.addContentTypeParser(
    ['text/xml', 'application/xml'],
    { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )

  // Before the body is parsed: only the platform is served.
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
