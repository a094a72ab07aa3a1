// `npm run dev`: web, BFF and upstream from their sources, each reloaded when its files change.
//
//   browser ──▶ Vite (PORT, 8080): pages and modules ──▶ BFF (a free port, node --watch) ──▶ upstream (node --watch)
//
// Two things differ from `npm start`: pages are rendered in the browser, from the shell alone, and no page cache or
// compressed asset is in the way. Pages' own form posts (without JavaScript) are for `npm start` to try.
import { startDevServer } from './servers/dev-server.ts'
import {
  findPlannedUpstream,
  findReplayFolder,
  isGiven,
  makeServiceEnvironment,
  makeUpstreamEnvironment,
  makeUpstreamSettings,
} from './servers/environment.ts'
import { findFreePort } from './servers/free-port.ts'
import { type Service, startService, waitForAddress } from './servers/service.ts'

const isVerbose = process.argv.includes('--verbose') || isGiven(process.env, 'LOG_LEVEL')
// The environment is copied before Vite starts, which sets NODE_ENV.
const env = makeServiceEnvironment({ ...process.env }, isVerbose)
const host = env.HOST?.trim() || '127.0.0.1'
const port = Number(env.PORT?.trim() || 8080)
const bffPort = await findFreePort()
const services: Service[] = []

const recording = findReplayFolder(env)
const upstream =
  recording !== null || isGiven(env, 'UPSTREAM_URL')
    ? null
    : watch('upstream', 'apps/upstream', makeUpstreamEnvironment(env))
const upstreamUrl =
  recording === null ? upstream && (findPlannedUpstream(env) ?? (await upstream.address)) : await replay(recording)
const bff = watch('bff', 'apps/bff', {
  ...env,
  HOST: '127.0.0.1',
  PORT: String(bffPort),
  WEB_DIST: 'none',
  ...(upstreamUrl ? makeUpstreamSettings(env, upstreamUrl) : {}),
})
const server = await startDevServer({ host, port, bffUrl: `http://127.0.0.1:${bffPort}` }).catch((error: Error) => {
  console.error(error.message)
  return null
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
if (!server) await stop(1)
await Promise.all([bff.address, upstream?.address])
console.log(`开发站点已启动\n  Site: http://${host}:${port}\n  Data: ${env.DATA_DIR ?? env.DATA_DIR_FILE}`)
if (upstream) console.log(`  Mail: ${upstreamUrl}/dev/mailbox`)

/** Runs a server that restarts when one of its files changes, and waits for a change when it fails. */
function watch(name: string, folder: string, serviceEnv: NodeJS.ProcessEnv): Service {
  const nodeArgs = ['--watch', '--watch-preserve-output', `${folder}/src/main.ts`]
  const service = startService({ name, nodeArgs, env: serviceEnv, isVerbose })
  services.push(service)
  return service
}

/** Serves a recording; a wrong folder ends the command. @returns its address */
async function replay(folder: string): Promise<string> {
  const service = startService({ name: 'replay', nodeArgs: ['scripts/replay/main.ts', folder], env, isVerbose })
  services.push(service)
  return waitForAddress(service).catch(() => process.exit(2))
}

async function stop(exitCode: number): Promise<void> {
  await server?.close()
  for (const service of services.toReversed()) await service.stop()
  process.exit(exitCode)
}
