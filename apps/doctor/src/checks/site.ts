import { describeFailure } from '#failure.ts'
import { type Check, type Finding, fault, ok, type SiteCheck, type Subject, warn } from '#finding.ts'
import { isLoopback } from '#networks.ts'
import { isAlive, type RunningSite } from '#running-site.ts'
import { checkAdmin } from './site-admin.ts'
import { checkOriginCertificate } from './site-certificate.ts'
import { checkSessionCookie } from './site-cookie.ts'
import { checkDiscovery } from './site-discovery.ts'
import { checkEncoding } from './site-encoding.ts'
import { checkHeaders } from './site-headers.ts'
import { checkHops } from './site-hops.ts'
import { checkHttps } from './site-https.ts'
import { checkReadiness } from './site-readiness.ts'
import { checkSocket } from './site-socket.ts'
import { checkUpload } from './site-upload.ts'

const SITE_CHECKS: readonly SiteCheck[] = [
  checkReadiness,
  checkHops,
  checkSessionCookie,
  checkSocket,
  checkHeaders,
  checkEncoding,
  checkUpload,
  checkDiscovery,
  checkHttps,
  checkOriginCertificate,
  checkAdmin,
]

/** Checks that need a running site. */
export const siteCheck: Check = {
  name: 'site',
  async run(subject) {
    const { site } = subject
    if (!site) return [ok('the site does not run here yet: what only a running one shows is left out')]
    if (!isAlive(site.reached)) return [explainUnreached(subject, site)]
    const findings = (await Promise.all(SITE_CHECKS.map((check) => check(subject, site)))).flat()
    return findings.length > 0 ? findings : [ok(`${site.origin} works as it should`)]
  },
}

/** The site runs but does not answer at its public address. */
function explainUnreached({ machine, env }: Subject, { origin, reached, direct }: RunningSite): Finding {
  if (reached instanceof Error) {
    const { why, remedy, isAbsent, isNameless } = describeFailure(reached)
    if (machine.isContainer && direct && (isNameless || (isAbsent && isLoopback(new URL(origin).hostname)))) {
      const what = `PUBLIC_ORIGIN ${origin}: ${why}, seen from this container; the way of visitors could not be looked at`
      const { DOCTOR_CONNECT_TO: given } = env
      const target = given ? `DOCTOR_CONNECT_TO, now ${given}, to what ends TLS` : 'DOCTOR_CONNECT_TO to the proxy'
      return warn(what, `Set ${target} as this container reaches it, or open ${origin} in a browser`)
    }
    return fault(
      `PUBLIC_ORIGIN ${origin}: ${why}`,
      `${remedy}, or correct PUBLIC_ORIGIN; the site itself is at ${direct}`,
    )
  }
  const remedy = `Let the proxy pass every path on to ${direct}, or correct PUBLIC_ORIGIN`
  return fault(`PUBLIC_ORIGIN ${origin} does not answer with this site (status ${reached.status} for /healthz)`, remedy)
}
