import type { FastifyPluginAsync } from 'fastify'
import type { SharedState } from '#shared-state/shared-state.ts'
import type { UpstreamProbe } from '#upstream/upstream-probe.ts'
import { lookAtUpstream, type Readiness } from './readiness.ts'

interface Options {
  readiness: Readiness
  probe: UpstreamProbe
  shared: Pick<SharedState, 'redis'>
}

/** Tells the operator's supervisor whether the process lives, and whether it may receive traffic. */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, { readiness, probe, shared }) => {
  const route = { config: { access: 'public', from: 'page', isNeverRefused: true, isOnlyCounted: true } } as const

  app.get('/healthz', route, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { code: 200, message: '成功', data: { status: 'alive' }, extra: {} }
  })

  // There is nothing to serve before upstream's first answer. Later its state is reported but does not decide: pages
  // are served from memory while it is away.
  app.get('/readyz', route, async (_request, reply) => {
    const upstream = await lookAtUpstream(readiness, probe)
    const isReady = readiness.state === 'ready'
    const code = isReady ? 200 : 503
    const data = { status: readiness.state, upstream, redis: shared.redis }
    reply.header('cache-control', 'no-store').code(code)
    return { code, message: isReady ? '成功' : '尚未就绪', data, extra: {} }
  })
}
