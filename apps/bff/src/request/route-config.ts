import type { FastifyRequest } from 'fastify'

type RouteConfig = FastifyRequest['routeOptions']['config']

const CONFIG = Symbol('route config')

/** What its route was declared with. Fastify's `routeOptions` is put together anew each time it is read. */
export function routeConfig(request: FastifyRequest): RouteConfig {
  const read = request as { [CONFIG]?: RouteConfig }
  read[CONFIG] ??= request.routeOptions.config
  return read[CONFIG]
}
