import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { runWithinTime } from '@portal/bff/src/time-limit.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { getConnection } from '#connect-to.ts'
import { fault, ok, SITE_REQUEST_MS, type SiteCheck, type Subject, warn } from '#finding.ts'

const WARN_DAYS = 21
const FAULT_DAYS = 7
const MEND = 'Renew the certificate, and let it be renewed by itself (ACME)'

/** Checks how long the certificate of the public address is still valid. */
export const checkOriginCertificate: SiteCheck = async (subject, { origin }) => {
  if (!origin.startsWith('https:')) return []
  const days = Math.floor(((await readExpiry(origin, subject)) - subject.now()) / DAY_MS)
  const what = `the TLS certificate of ${origin} ends in ${days} days`
  if (days < FAULT_DAYS) return [fault(what, MEND)]
  return [days < WARN_DAYS ? warn(what, MEND) : ok(what)]
}

/** Returns the end of the certificate, epoch ms. */
async function readExpiry(origin: string, { ca, detour }: Subject): Promise<number> {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  const name = isIP(host) ? {} : { servername: host }
  const socket: TLSSocket = connect({ ...getConnection(origin, detour), ...name, ...(ca ? { ca } : {}) })
  try {
    await runWithinTime(SITE_REQUEST_MS, () => once(socket, 'secureConnect'))
    return Date.parse(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}
