// The health check of site and upstream in their containers: requests /healthz. Docker starts a container again when its
// process has ended, not when it is unhealthy. So after four failures in a row, 40 to 60 s, this ends the process.
//
//   node check-health.mts [PORT]
import { readFileSync, writeFileSync } from 'node:fs'

const { env, argv } = process
/** Number of failures after which the process is ended; Docker calls it unhealthy after three. */
const FAILURES_MAX = 4
/** Timeout of the request, less than Docker's time for this check. ms. */
const PATIENCE_MS = 4_000
/** Failures since the last success; empty again when the container starts, as /tmp is. */
const COUNT_FILE = '/tmp/failed-health-checks'
/** Pid of `kill` for every process that this user may end, other than this one and the container's first. */
const ALL = -1
/** Names of the first process of a container with `init: true`. It ends when the server, its child, has ended. */
const INIT = /^(?:docker-init|tini|catatonit)\n$/

// The counter is written before the request, as Docker may end this check while it waits.
const failures = readFailures()
if (failures !== undefined) writeFileSync(COUNT_FILE, String(failures + 1))
if (await isHealthy()) {
  writeFileSync(COUNT_FILE, '0')
} else {
  process.exitCode = 1
  // No other signal ends a stopped or looping process. Only such a container may be ended.
  const isContainer = INIT.test(readFileSync('/proc/1/comm', 'utf8'))
  if (isContainer && failures !== undefined && failures + 1 >= FAILURES_MAX) process.kill(ALL, 'SIGKILL')
}

/**
 * @returns `undefined` before the first success: a first start may migrate the database for long, and is not
 * interrupted
 */
function readFailures(): number | undefined {
  try {
    return Number(readFileSync(COUNT_FILE, 'utf8'))
  } catch {
    return undefined
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${argv[2] ?? env.PORT}/healthz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return answer.ok
  } catch {
    return false
  }
}
