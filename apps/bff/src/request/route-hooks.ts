import type { onRequestHookHandler, RouteOptions } from 'fastify'

/**
 * Adds a hook behind those that a route has. A hook that is put on each route when that is declared, and only where it
 * does something, costs the other routes nothing; one for the whole app would look at every request.
 */
export function addOnRequest(route: RouteOptions, hook: onRequestHookHandler): void {
  // A new list: the route for HEAD that Fastify derives has this one's options, and gets its own hooks.
  route.onRequest = [route.onRequest ?? []].flat().concat(hook)
}
