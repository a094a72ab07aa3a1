import Fastify, { type FastifyInstance } from 'fastify'
import { proxyDiagnosticsRoutes } from '#routes/service/proxy-diagnostics-routes.ts'

/**
 * Serves `/metrics` for Prometheus and the diagnostics of `npm run doctor`, on loopback only. Returns `null` when the
 * port is taken: a second instance on one machine still serves its visitors.
 */
export async function startAdminServer(site: FastifyInstance, port: number): Promise<FastifyInstance | null> {
  const admin = Fastify({ logger: false })
  admin.get('/metrics', async (_request, reply) => {
    reply.type(site.metrics.contentType)
    return site.metrics.metrics()
  })
  await admin.register(proxyDiagnosticsRoutes, { probe: site.proxyDiagnostics })
  try {
    await admin.listen({ port, host: '127.0.0.1' })
    return admin
  } catch (error) {
    site.log.warn(
      { reason: (error as Error).message, port },
      'ADMIN_PORT could not be opened: no metrics from this instance',
    )
    await admin.close()
    return null
  }
}
