import { isUtf8 } from 'node:buffer'
import type { Call } from '@portal/contract/call.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CachedAnswer, CallOutcome, CallService } from '#calls/call-service.ts'
import { withRequestId } from '#errors.ts'
import { sendFromCache } from '#responses/edge-answer.ts'
import { type PreparedResponse, sendPrepared } from '#responses/prepared-response.ts'

/** Sends answers to calls, in as few steps as each allows. */
export interface CallAnswers {
  /** @param isBare only upstream's answer is sent, e.g. no cookie */
  send(reply: FastifyReply, call: Call, outcome: CallOutcome, isBare: boolean): FastifyReply
  sendCached(reply: FastifyReply, call: Call, cached: CachedAnswer): FastifyReply
}

export function createCallAnswers(
  app: Pick<FastifyInstance, 'completeHead'>,
  service: Pick<CallService, 'staysCurrent'>,
): CallAnswers {
  const heads = new Map<Call, readonly string[]>()

  function createHead(call: Call): readonly string[] {
    const known = heads.get(call)
    if (known) return known
    const own = { 'cache-control': getCacheControl(call), 'content-type': 'application/json; charset=utf-8' }
    const head = app.completeHead(own)
    heads.set(call, head)
    return head
  }

  function sendCached(reply: FastifyReply, call: Call, cached: CachedAnswer): FastifyReply {
    const { response } = cached
    const prepared = response.prepared('identity') ?? response.prepareText(createHead(call))
    const { session, raw } = reply.request
    const isCurrent = session ? null : () => service.staysCurrent(raw.url ?? '', response)
    return sendFromCache(reply, prepared, cached, isCurrent)
  }

  return {
    sendCached,
    send(reply, call, outcome, isBare) {
      const { status, envelope, cached } = outcome
      if (cached) return sendCached(reply, call, cached)
      if (isBare && isSuccess(outcome)) return sendPrepared(reply, prepareBareAnswer(createHead(call), outcome))
      reply.header('cache-control', getCacheControl(call))
      if (outcome.retryAfterSeconds !== undefined) reply.header('retry-after', String(outcome.retryAfterSeconds))
      return reply.code(status).send(withRequestId(envelope, reply.request.id))
    },
  }
}

/** Sends upstream's bytes if nothing was changed: encoding the text again costs several times as much. */
function prepareBareAnswer(head: readonly string[], { status, envelope, source }: CallOutcome): PreparedResponse {
  const text = JSON.stringify(envelope)
  if (source && text === source.text && isUtf8(source.bytes)) {
    const body = source.bytes.toString('latin1')
    return { status, head: [...head, 'content-length', String(body.length)], body, encoding: 'latin1' }
  }
  return { status, head: [...head, 'content-length', String(Buffer.byteLength(text))], body: text }
}

function isSuccess({ status, envelope, login, isSessionOver, retryAfterSeconds }: CallOutcome): boolean {
  const isFine = status === CODE.ok && envelope.code === CODE.ok
  return isFine && !login && !isSessionOver && retryAfterSeconds === undefined
}

function getCacheControl(call: Call): string {
  return call.cache ? 'private, no-cache' : 'no-store'
}
