import type { FastifyInstance } from 'fastify'

/** A readable page of the OpenAPI document at `/developers`, for developers: its package is not installed in production. */
export async function addApiReference(app: FastifyInstance): Promise<void> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await scope.register(apiReference, {
      routePrefix: '/developers',
      logLevel: 'warn',
      configuration: {
        title: 'Upstream API',
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        // Nothing leaves this machine.
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    })
  })
}
