import { CLOSE } from '@portal/contract/socket.ts'
import { describeFailure } from '#failure.ts'
import { type Check, type Finding, fault, ok, warn } from '#finding.ts'
import { type Meeting, meetSocket } from '#meet-socket.ts'

/** Close codes and statuses that ask for a login: the socket exists and works. */
const WANTS_LOGIN: ReadonlySet<number> = new Set([CLOSE.loggedOut, 1008, 401, 403])

/** Whether upstream's own socket is one. */
export const upstreamSocketCheck: Check = {
  name: 'upstream socket',
  async run({ config, site, ca }) {
    if (config.upstreamWsUrl === null) return [ok('UPSTREAM_WS_URL is not set: upstream is polled for who is here')]
    const url = new URL(config.upstreamWsUrl)
    url.searchParams.set('userId', 'doctor')
    const meeting = await meetSocket(url.href, { ca })
    if (meeting.kind === 'failed' && config.isUpstreamEmbedded && !site) return []
    return [judge(meeting, config.upstreamWsUrl)]
  },
}

function judge(meeting: Meeting, address: string): Finding {
  const name = `UPSTREAM_WS_URL ${address}`
  if (meeting.kind === 'failed') {
    const { why, mend } = describeFailure(meeting.error)
    return fault(`${name}: ${why}`, `${mend}, or leave UPSTREAM_WS_URL out: upstream is then polled`)
  }
  if (meeting.kind === 'open') {
    const mend = 'Let only the site reach that port, or have upstream check the token'
    return warn(`${name} keeps a socket that brought no token: whoever reaches it hears any user’s messages`, mend)
  }
  if (WANTS_LOGIN.has(meeting.code)) return ok(`${name} speaks WebSocket, and wants a login`)
  if (meeting.kind === 'refused') {
    const mend = 'Correct address and path, or let the proxy in front pass Upgrade and Connection on'
    return fault(`${name} does not upgrade to WebSocket (status ${meeting.code})`, mend)
  }
  const mend = 'Look at upstream’s log; if it does so for users too, leave UPSTREAM_WS_URL out'
  return warn(`${name} takes a socket and closes it at once with ${meeting.code}`, mend)
}
