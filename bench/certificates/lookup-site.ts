import { findFreePort } from '../../scripts/servers/free-port.ts'
import { type Service, startService, waitForAddress } from '../../scripts/servers/service.ts'
import { UPSTREAM_ARGS } from '../../scripts/servers/upstream-args.ts'
import { untilLogChecked } from './log-checked.ts'

/** Starts upstream and BFF as processes, on free ports. */
export async function startSite(services: Service[], dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO_CONTENT: 'off' }
  const start = async (service: 'upstream' | 'bff', more: NodeJS.ProcessEnv) => {
    const started = startService({
      name: service,
      nodeArgs: service === 'upstream' ? UPSTREAM_ARGS : ['apps/bff/src/main.ts'],
      env: { ...env, ...more },
      isVerbose: false,
    })
    services.push(started)
    return await waitForAddress(started)
  }
  const startedAt = Date.now()
  const upstreamUrl = await start('upstream', { UPSTREAM_PORT: '0' })
  await untilLogChecked(dataDir, startedAt)
  const port = await findFreePort()
  const siteUrl = await start('bff', {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    WEB_DIST: 'none',
    TRUST_PROXY: '1',
    UPSTREAM_URL: upstreamUrl,
    EMBEDDED_UPSTREAM: '1',
  })
  return { upstreamUrl, siteUrl }
}
