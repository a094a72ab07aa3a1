import type { SiteInfo } from '@portal/contract/site/site.ts'
import { type Finding, type Subject, warn } from '#finding.ts'
import { isInside } from '#networks.ts'

/** Checks the information that a public website in China must show, and that `webUrl` is the site's origin. */
export function checkSiteInfo({ config: { publicOrigin } }: Subject, data: unknown): Finding[] {
  if (publicOrigin === null || isInside(new URL(publicOrigin).hostname)) return []
  const info = data as SiteInfo
  const findings: Finding[] = []
  const reportMissing = (member: keyof SiteInfo, name: string) => {
    if (String(info[member] ?? '').trim() === '') {
      findings.push(warn(`the site shows no ${name} (${member})`, 'Fill it in in upstream’s site settings'))
    }
  }
  reportMissing('recordNum', 'ICP filing number')
  reportMissing('policeRecordNum', 'public-security filing number')
  reportMissing('phone', 'telephone number')
  const { webUrl } = info
  if (webUrl && URL.canParse(webUrl) && new URL(webUrl).origin !== publicOrigin) {
    const remedy = 'Correct webUrl in upstream’s site settings, or PUBLIC_ORIGIN'
    findings.push(warn(`upstream calls the site ${new URL(webUrl).origin}, PUBLIC_ORIGIN is ${publicOrigin}`, remedy))
  }
  return findings
}
