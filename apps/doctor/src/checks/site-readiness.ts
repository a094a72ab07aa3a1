import { type Finding, fault, ok, SITE_REQUEST_MS, type SiteCheck, warn } from '#finding.ts'

/** Checks the site's own report of its state. */
export const checkReadiness: SiteCheck = async ({ ask, config }, { origin }) => {
  const answer = await ask(`${origin}/readyz`, { timeoutMs: SITE_REQUEST_MS })
  const data = readData(answer.text)
  if (!data) {
    return [fault(`${origin}/readyz answers ${answer.status}, not the site’s own`, 'Let the proxy pass /readyz on')]
  }
  const findings: Finding[] = []
  if (answer.status !== 200) {
    findings.push(warn(`the site is ${data.status}: it gets no traffic now`, 'Wait until it is ready'))
  }
  if (data.upstream === 'down') {
    findings.push(fault('the running site does not reach upstream', 'See the lines of «upstream», and the site’s log'))
  }
  if (data.redis === 'down') {
    findings.push(fault('the running site does not reach Redis', 'See the lines of «redis», and the site’s log'))
  }
  if (data.redis === 'off' && config.redisUrl !== null) {
    const remedy = 'Restart it, and run the doctor with the same environment'
    findings.push(fault('REDIS_URL is set here, and the running site does not use Redis', remedy))
  }
  return findings.length > 0 ? findings : [ok(`${origin} is ready`)]
}

function readData(text: string): Record<string, unknown> | null {
  try {
    const { data } = JSON.parse(text)
    return typeof data?.status === 'string' ? data : null
  } catch {
    return null
  }
}
