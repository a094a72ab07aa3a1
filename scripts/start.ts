// `npm start`: builds web if needed, then runs the site: the BFF and, when UPSTREAM_URL is not set, the reference
// upstream, or with UPSTREAM_URL=replay:FOLDER a recording, each in its own process.
//
// Prints address and data folder to stdout once upstream has answered the site. stderr gets warnings and errors as plain
// text; with --verbose, or when LOG_LEVEL is set, all JSON log lines of both.
// SIGINT, SIGTERM and SIGHUP stop both, the BFF first: exit 0. When one ends by itself the other is stopped: exit 1, or 2
// when the cause was a wrong setting, which its log line names.

import {
  addDefaults,
  findPlannedUpstream,
  findReplayFolder,
  isGiven,
  makeServiceEnvironment,
  makeUpstreamEnvironment,
  makeUpstreamSettings,
} from './servers/environment.ts'
import { findFreePort } from './servers/free-port.ts'
import { type Service, startService } from './servers/service.ts'
import { UPSTREAM_ARGS } from './servers/upstream-args.ts'
import { ensureWebBuilt } from './web-build/build-web.ts'

/** Maximum duration of a start, including demo content for an empty database. */
const START_MS = 60_000
/** Time after which an external upstream that does not answer is reported. */
const NOTICE_MS = 5_000
/** Exit code of a service for a wrong setting. */
const CONFIG_EXIT = 2

const isVerbose = process.argv.includes('--verbose') || isGiven(process.env, 'LOG_LEVEL')
const env = makeServiceEnvironment(process.env, isVerbose)
const services: Service[] = []
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

if (await ensureWebBuilt()) await start()
else process.exitCode = 1

async function start(): Promise<void> {
  const recording = findReplayFolder(env)
  // Upstream names the site's address, such as the one for the first owner, before the site listens.
  if (env.PORT?.trim() === '0') env.PORT = String(await findFreePort())
  const upstream = runUpstream(recording)
  const upstreamUrl = upstream && ((recording === null ? findPlannedUpstream(env) : null) ?? (await upstream.address))
  if (isStopping) return
  const embedded = upstreamUrl ? makeUpstreamSettings(env, upstreamUrl) : {}
  const site = run('bff', ['apps/bff/src/main.ts'], { ...addDefaults(env, { HOST: '127.0.0.1' }), ...embedded })

  const timer = setTimeout(() => {
    console.error(`The site did not start within ${START_MS / 1000} s.`)
    void stop(1)
  }, START_MS)
  const [siteUrl] = await Promise.all([site.address, upstream?.address])
  if (upstream) await site.ready
  clearTimeout(timer)
  if (!upstream) await untilReady(site, siteUrl)
  if (isStopping) return
  console.log(`站点已启动\n  Site: ${siteUrl}\n  Data: ${env.DATA_DIR ?? env.DATA_DIR_FILE}`)
  if (recording !== null) console.log(`  Recording: ${recording} (nobody can log in or send anything)`)
  else if (upstream && env.NODE_ENV !== 'production' && !isGiven(env, 'SMTP_URL')) {
    console.log(`  Mail: ${await upstream.address}/dev/mailbox (no SMTP_URL is set, so that codes arrive here)`)
  }
}

/** Runs the upstream beside the site; returns `null` when it is elsewhere. */
function runUpstream(recording: string | null): Service | null {
  if (recording !== null) return run('replay', ['scripts/replay/main.ts', recording], env)
  return isGiven(env, 'UPSTREAM_URL') ? null : run('upstream', UPSTREAM_ARGS, makeUpstreamEnvironment(env))
}

/** Waits without limit for an external upstream: the site listens, and `/readyz` answers 503 until then. */
async function untilReady(site: Service, siteUrl: string): Promise<void> {
  const notice = setTimeout(
    () => console.error(`${siteUrl} listens and waits for UPSTREAM_URL, which has not answered yet.`),
    NOTICE_MS,
  )
  await site.ready
  clearTimeout(notice)
}

/** Starts a service, and stops all services when it ends by itself. */
function run(name: string, nodeArgs: readonly string[], serviceEnv: NodeJS.ProcessEnv): Service {
  const service = startService({ name, nodeArgs, env: serviceEnv, isVerbose })
  services.push(service)
  void service.ended.then(({ code, how }) => {
    if (isStopping) return
    if (code !== CONFIG_EXIT) console.error(`${name} has ended by itself (${how}); the site is stopped.`)
    void stop(code === CONFIG_EXIT ? CONFIG_EXIT : 1)
  })
  return service
}

/** Stops the BFF first: its last answers may need upstream. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const service of services.toReversed()) await service.stop()
  process.exit(exitCode)
}
