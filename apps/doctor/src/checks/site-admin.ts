import { type Finding, fault, ok, SITE_REQUEST_MS, type SiteCheck, type Subject } from '#finding.ts'
import { isLoopback } from '#networks.ts'

/** A line that every metrics page has. */
const METRICS = /^# (?:HELP|TYPE) /m
const SHORT_MS = 3_000

/** Checks that pages for the operator are not public. */
export const checkAdmin: SiteCheck = async (subject, { origin }) => {
  const { config, machine } = subject
  const { hostname } = new URL(origin)
  const outer = [...machine.outerAddresses, ...(isLoopback(hostname) ? [] : [hostname])]
  const places = outer.map((host) => `http://${host.includes(':') ? `[${host}]` : host}:${config.adminPort}`)
  const open = await Promise.all([
    isOpen(subject, `${origin}/metrics`, SITE_REQUEST_MS),
    ...places.map((place) => isOpen(subject, `${place}/metrics`, SHORT_MS)),
  ])
  const found = [`${origin}/metrics`, ...places].filter((_place, index) => open[index])
  if (found.length === 0) return [ok('the admin port is not reachable from outside')]
  const remedy = 'Publish ADMIN_PORT nowhere, and pass /metrics on to nobody'
  return found.map((place): Finding => fault(`metrics can be read at ${place}`, remedy))
}

async function isOpen({ ask }: Subject, address: string, timeoutMs: number): Promise<boolean> {
  const answer = await ask(address, { timeoutMs }).catch(() => null)
  return answer?.status === 200 && METRICS.test(answer.text)
}
