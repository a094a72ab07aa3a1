import { randomBytes } from 'node:crypto'
import { PROBE_COUNT_HEADER, PROBE_HEADER, type SeenVisit } from '@portal/bff/src/plugins/proxy-diagnostics.ts'
import { PROBE_PATH } from '@portal/bff/src/routes/service/proxy-diagnostics-routes.ts'
import type { Answer } from '#ask.ts'
import { type Finding, fault, SITE_REQUEST_MS, type SiteCheck, type Subject, warn } from '#finding.ts'
import { checkProxies } from './site-proxies.ts'

/** Address of a network for documentation only (RFC 5737): no visitor has it. */
const FORGED = '203.0.113.77'
/** Number of visits, as only the instance on this machine records them. */
const TRIES = 12
/** Path whose answers are for one visitor only. */
const PRIVATE_PATH = '/bff/session'

/** Visits the site with a forged address, and reads which address the site takes for the visitor's. */
export const checkHops: SiteCheck = async (subject, site) => {
  const { config, ask } = subject
  const admin = `http://127.0.0.1:${config.adminPort}${PROBE_PATH}`
  const token = randomBytes(32).toString('hex')
  const armed = await ask(admin, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    timeoutMs: SITE_REQUEST_MS,
  }).catch(() => null)
  if (armed?.status !== 204) {
    const remedy = 'Run the doctor where the site runs, with its ADMIN_PORT'
    return [
      warn(`ADMIN_PORT ${config.adminPort} does not answer: trusted hops and caches could not be looked at`, remedy),
    ]
  }
  const cached = checkCache(await visit(subject, site.origin, token), await visit(subject, site.origin, token))
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { visit: seen } = JSON.parse((await ask(admin, { timeoutMs: SITE_REQUEST_MS })).text) as {
      visit: SeenVisit | null
    }
    if (seen) return [...cached, ...judge(seen, site.origin)]
    await visit(subject, site.origin, token, `?${tries}`)
  }
  const remedy = 'Run the doctor on each machine of the site, and let the proxy pass every request on'
  return [...cached, warn('none of the doctor’s visits came to the instance on this machine', remedy)]
}

function visit({ ask }: Subject, origin: string, token: string, search = ''): Promise<Answer> {
  const headers = { [PROBE_HEADER]: token, 'x-forwarded-for': FORGED }
  // The URL is unused and requested twice.
  return ask(`${origin}${PRIVATE_PATH}${search || `?${token.slice(0, 8)}`}`, {
    headers,
    isAlone: true,
    timeoutMs: SITE_REQUEST_MS,
  })
}

/** Checks that the second of two answers is not a copy of the first. */
function checkCache(first: Answer, second: Answer): Finding[] {
  const [one, other] = [first.header(PROBE_COUNT_HEADER), second.header(PROBE_COUNT_HEADER)]
  const isRepeated = one !== undefined && one === other
  const isSaid = /\bhit\b/i.test(`${second.header('x-cache')} ${second.header('cf-cache-status')}`)
  if (!isRepeated && !isSaid && !(Number(second.header('age')) > 0)) return []
  const remedy = 'Let the proxy cache only what Cache-Control calls public'
  return [
    fault('the proxy caches answers that are for one visitor only (no-store): others could be shown them', remedy),
  ]
}

function judge(visit: SeenVisit, expected: string): Finding[] {
  const trusted = checkProxies(visit, FORGED)
  if (visit.origin === expected) return trusted
  const what = `the site takes itself for ${visit.origin}, visitors reach it at ${expected}: their calls are refused`
  const faulty = trusted.filter(({ level }) => level !== 'ok')
  return [fault(what, `Set PUBLIC_ORIGIN=${expected}, or let the proxy pass Host on`), ...faulty]
}
