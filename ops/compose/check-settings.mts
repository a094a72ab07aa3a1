// Reads the settings of site and upstream as both do when they start. Prints a line for each bad one and ends with 2.
// docker-compose.yml runs it before the servers, which Docker would restart with a bad value again and again.
import { readConfig as readSite } from '../../apps/bff/src/config/config.ts'
import { readConfig as readUpstream } from '../../apps/upstream/src/platform/config/config.ts'

const { env } = process
// The shell's TRUST_PROXY is the site's, which also accepts addresses; docker-compose.yml has upstream's.
const { TRUST_PROXY: _hops, TRUST_PROXY_FILE: _file, ...upstreamEnv } = env
const checks = [() => readSite(env, { webDist: null }), () => readUpstream(upstreamEnv)]

const lines = checks.flatMap((read) => {
  try {
    read()
    return []
  } catch (error) {
    return error instanceof Error && error.name === 'ConfigError' ? error.message.split('\n') : [String(error)]
  }
})
for (const line of new Set(lines)) console.error(line)
process.exitCode = lines.length > 0 ? 2 : 0
