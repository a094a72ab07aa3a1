import path from 'node:path'
import { startAdminServer } from './admin-server.ts'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'

const WEB_DIST = path.join(import.meta.dirname, '../../web/dist')
/** After this the process ends whether or not everybody has been served. ms. */
const DRAIN_MS = 10_000

async function start(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: the one place where the environment is handed to `readConfig`
  const config = readConfig(process.env, { webDist: WEB_DIST })
  const { app } = await buildApp({ config })
  const admin = await startAdminServer(app, config.adminPort)
  const address = await app.listen({ port: config.port, host: config.host })
  process.send?.({ type: 'listening', address })

  let isStopping = false
  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await app.close()
    await admin?.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

try {
  await start()
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  const isPlain = error instanceof ConfigError || code === 'EADDRINUSE' || code === 'EACCES'
  console.error(isPlain ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
