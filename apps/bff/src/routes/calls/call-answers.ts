import type { Call } from '@portal/contract/call.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CallOutcome } from '#calls/call-service.ts'
import { withRequestId } from '#errors.ts'
import { toOwnMemory } from '#responses/detached-buffer.ts'
import { type ReadyAnswer, sendReady } from '#responses/prepared-response.ts'

/** Answers to calls, in as few steps as each allows. */
export interface CallAnswers {
  /** @param isBare nothing but upstream's answer goes back, no cookie for instance */
  send(reply: FastifyReply, call: Call, outcome: CallOutcome, isBare: boolean): FastifyReply
}

export function createCallAnswers(app: Pick<FastifyInstance, 'completeHead'>): CallAnswers {
  /** Written once for all who get the kept answer; gone with it. */
  const ready = new WeakMap<object, ReadyAnswer>()
  const heads = new Map<Call, readonly string[]>()

  function headOf(call: Call): readonly string[] {
    const own = { 'cache-control': cacheControl(call), 'content-type': 'application/json; charset=utf-8' }
    const head = heads.get(call) ?? app.completeHead(own)
    heads.set(call, head)
    return head
  }

  function write(call: Call, { status, envelope }: CallOutcome): ReadyAnswer {
    const body = Buffer.from(JSON.stringify(envelope))
    return { status, head: [...headOf(call), 'content-length', String(body.length)], body }
  }

  function writeKept(call: Call, outcome: CallOutcome): ReadyAnswer {
    const written = ready.get(outcome.envelope) ?? inOwnMemory(write(call, outcome))
    ready.set(outcome.envelope, written)
    return written
  }

  return {
    send(reply, call, outcome, isBare) {
      const { cached } = outcome
      // An error, of which nothing is kept, names its request.
      if (cached && outcome.envelope.code === CODE.ok) {
        const age = ['age', String(cached.ageSeconds), 'x-cache', cached.state]
        return sendReady(reply, writeKept(call, outcome), age)
      }
      if (isBare && isSuccess(outcome)) return sendReady(reply, write(call, outcome))
      reply.header('cache-control', cacheControl(call))
      if (outcome.retryAfterSeconds !== undefined) reply.header('retry-after', String(outcome.retryAfterSeconds))
      return reply.code(outcome.status).send(withRequestId(outcome.envelope, reply.request.id))
    },
  }
}

function inOwnMemory(answer: ReadyAnswer): ReadyAnswer {
  return { ...answer, body: answer.body && toOwnMemory(answer.body) }
}

function isSuccess({ status, envelope, login, isSessionOver, retryAfterSeconds }: CallOutcome): boolean {
  const isFine = status === CODE.ok && envelope.code === CODE.ok
  return isFine && !login && !isSessionOver && retryAfterSeconds === undefined
}

function cacheControl(call: Call): string {
  return call.cache ? 'private, no-cache' : 'no-store'
}
