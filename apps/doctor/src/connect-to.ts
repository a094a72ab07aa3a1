import { type Environment, fault } from './finding.ts'
import type { NamedFinding } from './run-checks.ts'

/** Requests to `origin` are sent to this address instead of the one that DNS returns, as with `curl --connect-to`. */
export interface Detour {
  origin: string
  host: string
  port: number
}

const NAME = 'DOCTOR_CONNECT_TO'

/**
 * Returns the address at which this machine reaches the proxy that visitors use. The public name may lead elsewhere
 * inside a container: `localhost` is the container itself, and some names resolve outside only.
 * @returns `null` if the variable is not set, and if the proxy at that address does not speak the scheme of
 * `publicOrigin`, since another one is in front of it then; a fault for a value that is no origin
 */
export function readDetour(env: Environment, publicOrigin: string | null): Detour | null | NamedFinding {
  const value = env[NAME]?.trim()
  if (!value) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || url.origin !== value.replace(/\/$/, '') || !/^https?:$/.test(url.protocol)) {
    const remedy = `Set ${NAME} to the origin of the proxy as this machine reaches it, such as http://proxy:8080`
    return { check: 'settings', ...fault(`${NAME} is "${value}"`, remedy) }
  }
  if (!publicOrigin || new URL(publicOrigin).protocol !== url.protocol) return null
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return { origin: publicOrigin, host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

/** Returns host (no brackets) and port of the connection for an address. */
export function getConnection(address: string, detour: Detour | null): { host: string; port: number } {
  // `ws` and `wss` have the ports of `http` and `https`, but no origin.
  const url = new URL(address.replace(/^ws/, 'http'))
  if (detour?.origin === url.origin) return { host: detour.host, port: detour.port }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  }
}
