import path from 'node:path'
import { prepareDrain } from '@portal/server/drain.ts'
import { pino } from 'pino'
import { startAdminServer } from './admin-server.ts'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { listMissingSharedKeys } from './config/shared-keys.ts'
import { isBehindProxy } from './config/trusted-proxies.ts'
import { untilStarted } from './routes/service/readiness.ts'

const WEB_DIST = path.join(import.meta.dirname, '../../web/dist')
/**
 * Log lines are buffered up to this size or time, as writing each by itself costs more than formatting it. Lines beyond
 * 8 MiB are dropped while the reader is stuck.
 */
const LOG_BUFFER = { dest: 1, sync: false, minLength: 8 * 1024, maxLength: 8 * 1024 * 1024, periodicFlush: 200 }
/** The process exits after this time even if requests are still in progress. ms. */
const STOP_MS = 10_000

async function start(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: the one place where the environment is handed to `readConfig`
  const config = readConfig(process.env, { webDist: WEB_DIST })
  const logTo = pino.destination(LOG_BUFFER)
  process.once('exit', () => logTo.flushSync())
  const { app, readiness, probe, watchRevision } = await buildApp({ config, logTo })
  for (const missing of listMissingSharedKeys(config)) app.log.warn(missing)
  const drain = prepareDrain(app.server)
  const admin = await startAdminServer(app, config.adminPort)
  const address = await app.listen({ port: config.port, host: config.host })
  process.send?.({ type: 'listening', address })
  watchRevision()

  let isStopping = false
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    readiness.state = 'draining'
    // Ctrl+C stops at once; if no proxy is in front, no health check would notice the draining.
    if (signal === 'SIGTERM' && isBehindProxy(config.trustProxy)) await drain()
    await app.close()
    await admin?.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

  await untilStarted(readiness, probe)
  if (readiness.state === 'ready') process.send?.({ type: 'ready' })
}

try {
  await start()
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  const isPlain = error instanceof ConfigError || code === 'EADDRINUSE' || code === 'EACCES'
  console.error(isPlain ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
