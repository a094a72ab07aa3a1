import { ok, SITE_REQUEST_MS, type SiteCheck, warn } from '#finding.ts'

/** Checks that HTTP redirects to HTTPS, with HSTS. */
export const checkHttps: SiteCheck = async ({ ask, plainOrigin }, { origin }) => {
  if (!origin.startsWith('https:')) return []
  const page = await ask(`${origin}/`, { timeoutMs: SITE_REQUEST_MS })
  if (page.header('strict-transport-security') === undefined) {
    const remedy = 'Set PUBLIC_ORIGIN to the https address for the running site, and let the proxy pass the header on'
    return [warn('https answers come without Strict-Transport-Security', remedy)]
  }
  const plain = plainOrigin(origin)
  const answer = await ask(`${plain}/`, { timeoutMs: SITE_REQUEST_MS }).catch(() => null)
  // It is also safe if nothing answers there.
  const leadsOn = answer?.header('location')?.startsWith('https://') === true && answer.status < 400
  if (answer === null || leadsOn) return [ok('visitors are kept on https')]
  const remedy = 'Let the proxy answer every http request with 301 to https'
  return [warn(`${plain} answers ${answer.status} instead of leading to https`, remedy)]
}
