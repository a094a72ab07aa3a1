import type { FastifyRequest } from 'fastify'
import type { Session } from '#session/session-cookie.ts'
import { getClientAddress } from './client-address.ts'

/** Session and client data that the BFF forwards to upstream with a call. */
export interface Caller {
  session: Session | null
  /** The client's IP address; upstream limits by it. */
  address: string
  userAgent?: string | undefined
  requestId: string
  /** Key of a call that must happen once: an upstream that supports it answers a repetition with the first result. */
  idempotencyKey?: string | undefined
  /** Authorization header of a partner's program, in place of a session, as received. */
  authorization?: string
}

/** Maximum length of the user agent: upstream might refuse a longer one, and with it a shared page. Characters. */
const USER_AGENT_MAX = 512

export function getCaller(request: FastifyRequest): Caller {
  return {
    session: request.session,
    address: getClientAddress(request),
    userAgent: request.headers['user-agent'],
    requestId: request.id,
  }
}

/** Returns all headers that upstream receives; only the user agent is copied from the browser. */
export function createRequestHeaders(caller: Caller, hasBody: boolean): Record<string, string> {
  const { session, address, userAgent, requestId, idempotencyKey, authorization } = caller
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-forwarded-for': address,
    'x-request-id': requestId,
  }
  if (userAgent) headers['user-agent'] = userAgent.slice(0, USER_AGENT_MAX)
  if (session || authorization) headers.authorization = session?.token ?? authorization ?? ''
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (hasBody) headers['content-type'] = 'application/json'
  return headers
}
