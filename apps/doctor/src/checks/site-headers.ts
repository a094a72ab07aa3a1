import { type Finding, fault, ok, SITE_REQUEST_MS, type SiteCheck } from '#finding.ts'

/** Security headers: a page that arrives with one of them missing is less protected than the site sent it. */
const GUARDS = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
]

/** Checks that each security header arrives exactly once, and that private answers stay private. */
export const checkHeaders: SiteCheck = async ({ ask }, { origin }) => {
  const [page, call] = await Promise.all([
    ask(`${origin}/`, { timeoutMs: SITE_REQUEST_MS }),
    ask(`${origin}/bff/session`, { timeoutMs: SITE_REQUEST_MS }),
  ])
  const findings: Finding[] = []
  const missing = GUARDS.filter((name) => page.header(name) === undefined)
  if (missing.length > 0) {
    findings.push(fault(`the home page arrives without ${missing.join(', ')}`, 'Let the proxy pass these headers on'))
  }
  const options = page.header('x-content-type-options')
  if (options !== undefined && options !== 'nosniff') {
    const remedy = 'Remove the security headers from the proxy: the site sets them'
    findings.push(fault(`x-content-type-options arrives as "${options.slice(0, 40)}"`, remedy))
  }
  if (!/no-store/.test(call.header('cache-control') ?? '')) {
    const remedy = 'Let the proxy pass Cache-Control on (nginx: no expires, no proxy_hide_header Cache-Control)'
    findings.push(fault('an answer for one visitor arrives without Cache-Control: no-store', remedy))
  }
  return findings.length > 0 ? findings : [ok('security headers arrive')]
}
