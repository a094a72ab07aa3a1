import { type Finding, fault, ok, SITE_REQUEST_MS, type SiteCheck, warn } from '#finding.ts'

/** Checks that search engines find the site under its own address. */
export const checkDiscovery: SiteCheck = async ({ ask }, { origin }) => {
  const [robots, sitemap, info] = await Promise.all(
    ['/robots.txt', '/sitemap.xml', '/bff/certificates'].map((path) =>
      ask(origin + path, { timeoutMs: SITE_REQUEST_MS }),
    ),
  )
  const findings: Finding[] = []
  const announced = /^Sitemap: (.*)\/sitemap\.xml$/m.exec(robots?.text ?? '')?.[1]
  if (announced === undefined) {
    findings.push(warn('robots.txt is not the site’s own', 'Let the proxy pass /robots.txt on'))
  } else if (announced !== origin) {
    findings.push(
      fault(`robots.txt calls the site ${announced}, visitors reach it at ${origin}`, `Set PUBLIC_ORIGIN=${origin}`),
    )
  }
  if (sitemap?.status !== 200) {
    findings.push(warn(`/sitemap.xml answers ${sitemap?.status}`, 'Look at upstream, and let the proxy pass it on'))
  }
  const official = readOfficialOrigin(info?.text ?? '')
  if (official !== null && official !== origin) {
    const what = `the certificate page names ${official} as the official address, visitors reach it at ${origin}`
    findings.push(fault(what, `Set PUBLIC_ORIGIN=${origin} for the running site`))
  }
  return findings.length > 0 ? findings : [ok('robots.txt, sitemap.xml and the official address are right')]
}

function readOfficialOrigin(text: string): string | null {
  try {
    return String(JSON.parse(text).data.officialOrigin)
  } catch {
    return null
  }
}
