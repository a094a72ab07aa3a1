import type { FastifyInstance } from 'fastify'

/** Serves a readable page of the OpenAPI document at `/developers`. Its package is not installed in production. */
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
        // Switches off a feature that would send data to another host.
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    })
  })
}
