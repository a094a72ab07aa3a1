import { createProxyTrust, type TrustProxy } from '@portal/bff/src/config/trusted-proxies.ts'
import type { SeenVisit } from '@portal/bff/src/plugins/proxy-diagnostics.ts'
import { type Finding, fault, ok, warn } from '#finding.ts'

const NO_HEADER = 'Let it add one (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)'

/**
 * Checks `TRUST_PROXY` by a visit that claimed to come from `forged`. Each proxy in front appends the address that it
 * saw; the entries of `X-Forwarded-For` before the forged one come from the proxies.
 */
export function checkProxies(visit: SeenVisit, forged: string): Finding[] {
  const { trustProxy, forwardedFor } = visit
  const added = forwardedFor.slice(forwardedFor.lastIndexOf(forged) + 1)
  return typeof trustProxy === 'number'
    ? checkHopCount(visit, trustProxy, added.length, forged)
    : checkList(visit, trustProxy, added, forged)
}

function checkHopCount({ address, forwardedFor }: SeenVisit, trusted: number, hops: number, forged: string): Finding[] {
  const should = `Set TRUST_PROXY=${hops}, the number of proxies that added to X-Forwarded-For`
  if (address === forged) {
    const what = `TRUST_PROXY ${trusted} is too large: a visitor’s own X-Forwarded-For is believed`
    return [fault(what, hops > 0 ? should : `${should}, or have the proxy replace that header`)]
  }
  if (trusted < hops) {
    return [
      fault(`TRUST_PROXY ${trusted} is too small: all visitors look like ${address} and share one budget`, should),
    ]
  }
  if (trusted > 0 && forwardedFor.length === 0) {
    return [fault(`TRUST_PROXY is ${trusted}, and the proxy sends no X-Forwarded-For`, NO_HEADER)]
  }
  if (trusted > hops) return [warn(`TRUST_PROXY is ${trusted}, and ${hops} proxies say who came`, should)]
  return [ok(`trusted hops are right (TRUST_PROXY ${trusted})`)]
}

function checkList({ address }: SeenVisit, trusted: TrustProxy, added: string[], forged: string): Finding[] {
  const list = String(trusted)
  const [visitor] = added
  if (visitor === undefined && address === forged) {
    const what = `a proxy of TRUST_PROXY ${list} passes on what a visitor claims in X-Forwarded-For`
    return [fault(what, 'Let it add the address that came to it, or replace the header')]
  }
  if (visitor === undefined) {
    return [fault(`no proxy of TRUST_PROXY ${list} says in X-Forwarded-For who came`, NO_HEADER)]
  }
  // A client at a trusted address may claim any other, as a proxy does. That includes the doctor.
  if (address === visitor || createProxyTrust(trusted)(visitor, 0)) {
    return [ok(`trusted proxies are right (TRUST_PROXY ${list})`)]
  }
  const what = `TRUST_PROXY ${list} does not list the proxy at ${address}: all visitors look like it and share one budget`
  return [fault(what, `Add ${address}, if it is a proxy of yours`)]
}
