import { CLOSE } from '@portal/contract/socket.ts'
import { describeFailure } from '#failure.ts'
import { type Check, type Finding, fault, ok, warn } from '#finding.ts'
import { probeSocket, type SocketProbe } from '#probe-socket.ts'

/** Close codes and statuses that require a login: the socket exists and works. */
const WANTS_LOGIN: ReadonlySet<number> = new Set([CLOSE.loggedOut, 1008, 401, 403])

/** Checks that upstream's socket speaks WebSocket and requires a login. */
export const upstreamSocketCheck: Check = {
  name: 'upstream socket',
  async run({ config, site, ca }) {
    if (config.upstreamWsUrl === null)
      return [ok('UPSTREAM_WS_URL is not set: upstream is polled for users who are online')]
    const url = new URL(config.upstreamWsUrl)
    url.searchParams.set('userId', 'doctor')
    const probe = await probeSocket(url.href, { ca })
    if (probe.kind === 'failed' && config.isUpstreamEmbedded && !site) return []
    return [judge(probe, config.upstreamWsUrl)]
  },
}

function judge(probe: SocketProbe, address: string): Finding {
  const name = `UPSTREAM_WS_URL ${address}`
  if (probe.kind === 'failed') {
    const { why, remedy } = describeFailure(probe.error)
    return fault(`${name}: ${why}`, `${remedy}, or leave UPSTREAM_WS_URL out: upstream is then polled`)
  }
  if (probe.kind === 'open') {
    const remedy = 'Let only the site reach that port, or have upstream check the token'
    return warn(
      `${name} keeps a socket without a token open: every client that reaches it receives any user’s messages`,
      remedy,
    )
  }
  if (WANTS_LOGIN.has(probe.code)) return ok(`${name} speaks WebSocket, and wants a login`)
  if (probe.kind === 'refused') {
    const remedy = 'Correct address and path, or let the proxy in front pass Upgrade and Connection on'
    return fault(`${name} does not upgrade to WebSocket (status ${probe.code})`, remedy)
  }
  const remedy = 'Look at upstream’s log; if it does so for users too, leave UPSTREAM_WS_URL out'
  return warn(`${name} accepts a socket and closes it at once with ${probe.code}`, remedy)
}
