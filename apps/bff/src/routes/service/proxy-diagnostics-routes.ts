import type { FastifyPluginAsync } from 'fastify'
import type { ProxyDiagnostics } from '#plugins/proxy-diagnostics.ts'

export const PROBE_PATH = '/doctor/visit'
const TOKEN_PATTERN = '^[0-9a-f]{64}$'

/** Routes of the admin port: arm the probe with the doctor's token, and return the recorded request. */
export const proxyDiagnosticsRoutes: FastifyPluginAsync<{ probe: ProxyDiagnostics }> = async (app, { probe }) => {
  const body = {
    type: 'object',
    required: ['token'],
    properties: { token: { type: 'string', pattern: TOKEN_PATTERN } },
  }
  app.put<{ Body: { token: string } }>(PROBE_PATH, { schema: { body } }, async (request, reply) => {
    probe.arm(request.body.token)
    return reply.code(204).send()
  })
  app.get(PROBE_PATH, async () => ({ visit: probe.seen() }))
}
