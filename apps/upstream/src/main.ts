import { prepareDrain } from '@portal/server/drain.ts'
import { addApiReference } from './api-reference.ts'
import { buildApp } from './app.ts'
import { checkLogKey } from './log/check-log-key.ts'
import { CommandError } from './platform/commands/command-error.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { claimFiles } from './platform/files/claim-files.ts'
import { openFiles } from './platform/files/open-files.ts'
import { ok } from './platform/http/add-route.ts'
import { claimKey } from './platform/secrets/claim-key.ts'
import { loadDigest } from './platform/secrets/instance-secret.ts'
import { ContentError } from './site/demo/content-files.ts'
import { DEMO_CONTENT_DIR, seed } from './site/demo/seed.ts'

const EXIT_CONFIG = 2
/** Time limit of a graceful stop. */
const STOP_MS = 10_000
/** Number of proxies of a site with several instances: the BFF, and a load balancer between it and upstream. */
const HOPS_OF_BALANCED = 2

async function start() {
  // biome-ignore lint/style/noProcessEnv: this file passes the environment to config.ts, which reads it.
  const config = readConfig(process.env)
  const database = openDatabase(config.databaseUrl)
  await migrate(database)
  const digest = loadDigest(config)
  await claimKey(database.db, digest)
  await checkLogKey(database.db, config)
  const files = await openFiles(config)
  const storageFault = await claimFiles({ db: database.db, files, config })
  const app = await buildApp({ config, db: database.db, digest, files })
  if (storageFault)
    app.log.error({ cause: storageFault.message }, 'object storage could not be asked whether it is that of this site')
  if (!config.isProduction) await addApiReference(app)
  const startDraining = prepareDrain(app.server)
  let isClosing = false
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    reply.code(isClosing ? 503 : 200)
    return ok(null)
  })
  const seedOptions = { db: database.db, folder: DEMO_CONTENT_DIR, digest, now: Date.now }
  if (config.hasDemoContent && (await seed(seedOptions))) {
    app.log.info('filled the empty database with the demo content')
  }

  async function stop(reason: string) {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    app.log.info({ reason }, 'closing')
    if (reason === 'SIGTERM' && config.trustedHops >= HOPS_OF_BALANCED) await startDraining()
    await app.close()
    await database.close()
    process.exitCode = 0
    if (process.connected) process.disconnect()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
  // The process was started by scripts/start.ts and stops when that process has ended.
  process.once('disconnect', () => void stop('the parent process is gone'))

  const address = await app.listen({
    port: config.port,
    host: config.host,
    listenTextResolver: (origin) => `listening at ${origin}`,
  })
  process.send?.({ type: 'listening', address })
}

try {
  await start()
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(EXIT_CONFIG)
  }
  const { code } = error as NodeJS.ErrnoException
  const isPortFault = code === 'EADDRINUSE' || code === 'EACCES'
  const isPlain = isPortFault || error instanceof ContentError || error instanceof CommandError
  console.error(isPlain ? (error as Error).message : error)
  process.exit(1)
}
