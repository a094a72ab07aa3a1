import type { Config } from '@portal/bff/src/config/config.ts'
import { type Check, type Finding, fault, ok, warn } from '#finding.ts'
import { isInside } from '#networks.ts'

/** Checks settings that are valid alone and wrong together. */
export const settingsCheck: Check = {
  name: 'settings',
  run({ config }) {
    const findings = [...checkCookie(config), ...checkOrigin(config), ...checkShared(config)]
    return findings.length > 0 ? findings : [ok('every variable is understood, and they fit together')]
  },
}

function checkCookie({ publicOrigin, isCookieSecure }: Config): Finding[] {
  if (publicOrigin === null) return []
  const isHttps = publicOrigin.startsWith('https:')
  if (isHttps && !isCookieSecure) {
    const remedy = 'Leave COOKIE_SECURE out: it is on with an https origin'
    return [
      fault('COOKIE_SECURE is off while PUBLIC_ORIGIN is https: the session cookie also travels unencrypted', remedy),
    ]
  }
  if (!isHttps && isCookieSecure) {
    const remedy = 'Set PUBLIC_ORIGIN to the https:// address that visitors use, or leave COOKIE_SECURE out'
    return [
      fault(
        'COOKIE_SECURE is on while PUBLIC_ORIGIN is http: browsers drop the cookie, nobody stays logged in',
        remedy,
      ),
    ]
  }
  return []
}

function checkOrigin({ publicOrigin, trustProxy, upstreamUrl }: Config): Finding[] {
  const findings: Finding[] = []
  if (publicOrigin?.startsWith('https:') && trustProxy === 0) {
    const remedy = 'Set TRUST_PROXY to the number or the addresses of the reverse proxies in front'
    const what = 'TRUST_PROXY is 0 while PUBLIC_ORIGIN is https, which a proxy must end: all visitors share one budget'
    findings.push(fault(what, remedy))
  }
  for (const [name, origin] of [
    ['PUBLIC_ORIGIN', publicOrigin],
    ['UPSTREAM_URL', upstreamUrl],
  ] as const) {
    if (!origin?.startsWith('http:') || isInside(new URL(origin).hostname)) continue
    findings.push(warn(`${name} is http across a public network: passwords can be read on the way`, 'Use https'))
  }
  return findings
}

/** Checks the settings that several instances must share. */
function checkShared({ redisUrl, sessionKeys, receiptSeeds }: Config): Finding[] {
  if (redisUrl === null) return []
  const reportMissing = (name: string, effect: string) =>
    fault(
      `${name} is not set while REDIS_URL is: ${effect}`,
      `Give every instance the same ${name} (openssl rand -base64 32)`,
    )
  return [
    ...(sessionKeys.length > 0 ? [] : [reportMissing('SESSION_KEY', 'a login of one instance is none at another')]),
    ...(receiptSeeds.length > 0
      ? []
      : [reportMissing('RECEIPT_KEY', 'a receipt of one instance is unknown to another')]),
  ]
}
