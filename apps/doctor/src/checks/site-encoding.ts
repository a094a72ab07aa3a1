import { type Finding, ok, SITE_REQUEST_MS, type SiteCheck, warn } from '#finding.ts'

/** Checks that compressed files stay compressed, and that unchanged files are not sent again. */
export const checkEncoding: SiteCheck = async ({ ask }, { origin }) => {
  const page = await ask(`${origin}/`, { headers: { 'accept-encoding': 'br, gzip' }, timeoutMs: SITE_REQUEST_MS })
  if (page.status !== 200) return []
  const findings: Finding[] = []
  if (!/^(?:br|gzip|zstd)$/.test(page.header('content-encoding') ?? '')) {
    const remedy = 'Let the proxy pass Accept-Encoding and Content-Encoding on'
    findings.push(warn('pages arrive uncompressed: they load slowly', remedy))
  }
  const etag = page.header('etag')
  const again = etag
    ? await ask(`${origin}/`, {
        headers: { 'accept-encoding': 'br, gzip', 'if-none-match': etag },
        timeoutMs: SITE_REQUEST_MS,
      })
    : null
  if (again?.status !== 304) {
    findings.push(
      warn('a page that has not changed is sent whole again', 'Let the proxy pass ETag and If-None-Match on'),
    )
  }
  return findings.length > 0 ? findings : [ok('compression and 304 come through')]
}
