import { CLOSE, PING_MS, SOCKET_PATH } from '@portal/contract/socket.ts'
import { describeFailure } from '#failure.ts'
import { fault, ok, type SiteCheck } from '#finding.ts'
import { probeSocket } from '#probe-socket.ts'

const UPGRADE_MEND =
  'Let it pass on (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade")'

/** Checks that a browser's socket can be opened. It does not test how long an idle one survives. */
export const checkSocket: SiteCheck = async ({ ca, detour }, { origin }) => {
  const probe = await probeSocket(origin.replace(/^http/, 'ws') + SOCKET_PATH, { origin, ca, detour })
  if (probe.kind === 'failed') {
    return [fault(`no WebSocket at ${SOCKET_PATH}: ${describeFailure(probe.error).why}`, UPGRADE_MEND)]
  }
  if (probe.kind === 'refused') {
    return [fault(`the proxy does not upgrade ${SOCKET_PATH} to WebSocket (status ${probe.code})`, UPGRADE_MEND)]
  }
  if (probe.kind === 'closed' && probe.code === CLOSE.loggedOut) {
    const idleSeconds = PING_MS / 1000
    return [ok(`WebSocket comes through; a proxy must let it idle for more than the ${idleSeconds} s between pings`)]
  }
  if (probe.kind === 'closed' && probe.code === CLOSE.wrongOrigin) {
    const remedy = `Set PUBLIC_ORIGIN=${origin}, or let the proxy pass Host on`
    return [fault('the site refuses the WebSocket of its own pages: it takes itself for another origin', remedy)]
  }
  const how = probe.kind === 'closed' ? `closes it with ${probe.code}` : 'keeps it open without a login'
  return [fault(`something at ${SOCKET_PATH} takes a WebSocket and ${how}`, UPGRADE_MEND)]
}
