import type { Access, Call, CallBody, CallData, CallExtra, CallParams, CallQuery } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { type Envelope, OK_MESSAGE } from '@portal/contract/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Roles that may call the route; default `member`. */
    access?: Access
    /** Whether calls are limited per client and path. */
    rateLimited?: boolean
    /** Requirements of calls by staff and partners, from the contract. */
    staff?: Pick<Call, 'duties' | 'needsFactor' | 'fresh' | 'audit' | 'reachedBy'>
  }
}

export type AnswerTo<C> = Envelope<CallData<C>, CallExtra<C>>

export type RequestFor<C> = FastifyRequest & { query: CallQuery<C>; body: CallBody<C>; params: CallParams<C> }

export function ok<Data>(data: Data): Envelope<Data, Record<string, never>>
export function ok<Data, Extra>(data: Data, extra: Extra): Envelope<Data, Extra>
export function ok(data: unknown, extra: Record<string, unknown> = {}): Envelope {
  return { code: 200, message: OK_MESSAGE, data, extra }
}

/** Makes the response schemas, which drop other members of an answer. */
function answerSchema(call: Call) {
  return {
    type: 'object',
    required: ['code', 'message', 'data', 'extra'],
    properties: {
      code: { type: 'integer' },
      message: { type: 'string' },
      data: call.data,
      extra: call.extra ?? { type: 'object' },
    },
  }
}

/** Removes blank parameters, so that they count as missing. */
async function dropBlankQuery(request: FastifyRequest) {
  const query = request.query as Record<string, unknown>
  for (const name of Object.keys(query)) if (query[name] === '') delete query[name]
}

/**
 * Adds the route of a call: method, path, preconditions (access, schemas, rate limit) and the form of the answer come from
 * the contract.
 * @param more further options of the route; hooks replace the default ones
 */
export function addRoute<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (request: RequestFor<C>, reply: FastifyReply) => Promise<AnswerTo<C>>,
  { config, ...more }: Partial<RouteOptions> = {},
): void {
  const { method, params, query, body } = call
  app.route({
    method,
    url: toRouterPath(call),
    config: { access: call.access, rateLimited: call.rateLimited === true, staff: call, ...config },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: answerSchema(call) },
    },
    preValidation: dropBlankQuery,
    handler: (request, reply) => handler(request as RequestFor<C>, reply),
    ...more,
  })
}
