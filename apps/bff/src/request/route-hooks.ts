import type { onRequestHookHandler, RouteOptions } from 'fastify'

/**
 * Appends a hook to a route. A hook on single routes costs the other routes nothing; a hook of the app would run for
 * every request.
 */
export function addOnRequest(route: RouteOptions, hook: onRequestHookHandler): void {
  // The array is new: the HEAD route that Fastify derives shares the options, and gets its own hooks.
  route.onRequest = [route.onRequest ?? []].flat().concat(hook)
}
