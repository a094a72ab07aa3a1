import { checkWechatSignature, receiveWechatMessage } from '@portal/contract/accounts/login.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { makeUpstreamPath } from '#calls/call-input.ts'
import { malformed, noSuchCall, upstreamBroken } from '#errors.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { createRequestHeaders, getCaller } from '#request/caller.ts'
import { getRawPath } from '#request/request-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { UpstreamAnswer, UpstreamClient } from '#upstream/upstream-client.ts'

interface Options {
  upstream: UpstreamClient
  /** Budget of a client; the platform's own addresses are few and send the messages of all followers. */
  messages: RateLimit
}

const PATH = receiveWechatMessage.path
/** Maximum size of the message and of the answer, in bytes. A text message has at most 2 KB of content. */
const XML_MAX_BYTES = 64 * 1024
const XML_TYPES = ['text/xml', 'application/xml']
const ANSWER_TYPE = /^(?:text\/plain|text\/xml|application\/xml)(?:;|$)/i
const PLAIN = 'text/plain; charset=utf-8'

/**
 * `/wechat`: the official account platform checks our signature, and posts messages of followers. It is no browser, so
 * neither origin nor cookie proves anything here: upstream checks that each request is signed.
 */
export const webhookRoutes: FastifyPluginAsync<Options> = async (app, { upstream, messages }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(XML_TYPES, { parseAs: 'string', bodyLimit: XML_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  const route = { config: { access: 'public', from: 'page' }, exposeHeadRoute: false } as const

  app.addHook('onRequest', async (request) => {
    if (getRawPath(request) !== PATH) throw noSuchCall()
    await takeCall(messages, request)
  })

  app.get(PATH, { ...route, schema: { querystring: checkWechatSignature.query } }, async (request, reply) => {
    const path = makeUpstreamPath(checkWechatSignature, { query: request.query as Record<string, unknown> }, null)
    return send(
      reply,
      await upstream.request({
        name: toCallKey(checkWechatSignature),
        method: 'GET',
        path,
        headers: pickHeaders(request),
      }),
    )
  })

  app.post(PATH, { ...route, schema: { querystring: receiveWechatMessage.query } }, async (request, reply) => {
    if (typeof request.body !== 'string') throw malformed()
    const path = makeUpstreamPath(receiveWechatMessage, { query: request.query as Record<string, unknown> }, null)
    const headers = { ...pickHeaders(request), 'content-type': 'text/xml; charset=utf-8' }
    return send(
      reply,
      await upstream.request({
        name: toCallKey(receiveWechatMessage),
        method: 'POST',
        path,
        headers,
        body: request.body,
      }),
    )
  })
}

function pickHeaders(request: FastifyRequest): Record<string, string> {
  return { ...createRequestHeaders({ ...getCaller(request), session: null }, false), accept: '*/*' }
}

/** Sends the text as received, never as a page. */
function send(reply: FastifyReply, { status, text, contentType = '' }: UpstreamAnswer) {
  if (text.length > XML_MAX_BYTES) throw upstreamBroken(new Error('an answer to the platform that is too long'))
  reply.header('cache-control', 'no-store').code(status)
  return reply.type(ANSWER_TYPE.test(contentType) ? contentType : PLAIN).send(status < 300 ? text : '')
}
