import { SOCKET_PATH } from '@portal/contract/socket.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { OpenSpan, Tracing } from '#observability/tracing.ts'
import { isInProcess } from '#request/request-address.ts'

/**
 * Records a span for each request, named by its route; a page's inner calls belong to the page. Registered only with
 * tracing.
 */
export const tracingPlugin = fp<{ tracing: Tracing }>(
  async (app, { tracing }) => {
    const spans = new WeakMap<FastifyRequest, OpenSpan>()

    app.addHook('onRequest', (request, _reply, done) => {
      const { method, routeOptions, id } = request
      const route = routeOptions.url ?? 'none'
      // The span would last as long as the socket. A `traceparent` from outside is ignored.
      if (isInProcess(request) || route === SOCKET_PATH) return done()
      const attributes = { 'http.request.method': method, 'http.route': route, 'portal.request_id': id }
      const span = tracing.begin(`${method} ${route}`, 'server', attributes)
      spans.set(request, span)
      return span.run(done)
    })
    // The body is read in the asynchronous context of its connection.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request)
      return span ? span.run(done) : done()
    })
    app.addHook('onResponse', (request, { statusCode }, done) => {
      spans.get(request)?.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
      done()
    })
    app.addHook('onClose', async () => tracing.close())
  },
  { name: 'tracing' },
)
