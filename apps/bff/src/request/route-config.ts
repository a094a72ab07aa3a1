import type { FastifyRequest } from 'fastify'

type RouteConfig = FastifyRequest['routeOptions']['config']

const CONFIG = Symbol('route config')

/** Returns the route's config, read once: Fastify builds `routeOptions` on each access. */
export function getRouteConfig(request: FastifyRequest): RouteConfig {
  const read = request as { [CONFIG]?: RouteConfig }
  read[CONFIG] ??= request.routeOptions.config
  return read[CONFIG]
}
