import { readFileSync } from 'node:fs'
import path from 'node:path'
import { run, tryRun } from '../docker.ts'

const STAND_IN = 'portal-test-caddy'
/** Debian image of the test engine (`.ci/run`), where there is no image registry. */
const LOCAL_DEBIAN = 'stand-in/services'
const BUILD_MS = 300_000
const PULL_MS = 60_000

/** Returns the tags of Caddy, the official image if it is available, and of the ACME server. */
export async function prepareTlsImages(): Promise<{ CADDY_IMAGE: string; ACME_IMAGE: string }> {
  const hasImage = async (tag: string) => (await tryRun('docker', ['image', 'inspect', tag])).code === 0
  const base = (await hasImage(LOCAL_DEBIAN)) ? ['--build-arg', `BASE=${LOCAL_DEBIAN}`] : []
  const input = readFileSync(path.join(import.meta.dirname, 'caddy.Dockerfile'))
  await run('docker', ['build', '--quiet', ...base, '--tag', STAND_IN, '-'], { input, timeoutMs: BUILD_MS })
  const hasCaddy =
    (await hasImage('caddy:2')) ||
    (base.length === 0 && (await tryRun('docker', ['pull', '-q', 'caddy:2'], { timeoutMs: PULL_MS })).code === 0)
  return { CADDY_IMAGE: hasCaddy ? 'caddy:2' : STAND_IN, ACME_IMAGE: STAND_IN }
}
