import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '@portal/bff/src/config/config.ts'
import type { Answer, Ask } from './ask.ts'

/** The running site. */
export interface RunningSite {
  /** Origin for visitors: `PUBLIC_ORIGIN`, or the port itself where none is configured. */
  origin: string
  /** Answer at `origin` if it is this site's; else the reason. */
  reached: Answer | Error
  /** Origin of its own port on this machine; `null` when it does not answer there. */
  direct: string | null
}

const PATIENCE_MS = 10_000
/** Statuses by which a proxy says that it cannot reach the site. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504])
/** Time in which a proxy may still use the old address after the site's container was replaced. */
const PROXY_PATIENCE_MS = 5000
const PROXY_PAUSE_MS = 200

/**
 * Finds the running site. Returns `null` when neither address answers as the site, nor anything else at the public one.
 * @param ask requests as visitors do, `askOwn` at the site's own port
 */
export async function findRunningSite(config: Config, ask: Ask, askOwn: Ask): Promise<RunningSite | null> {
  const own = getPortOrigin(config)
  const origin = config.publicOrigin ?? own
  const [direct, first] = await Promise.all([requestSite(askOwn, own), requestSite(ask, origin)])
  const isDirect = isAlive(direct)
  const reached = isDirect ? await retrySite(ask, origin, first) : first
  if (isAlive(reached)) return { origin, reached, direct: isDirect ? own : null }
  return isDirect ? { origin, reached, direct: own } : null
}

/** Returns the origin of the site's own port, seen from this machine. */
function getPortOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const seen = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${seen.includes(':') ? `[${seen}]` : seen}:${port}`
}

async function requestSite(ask: Ask, origin: string): Promise<Answer | Error> {
  try {
    return await ask(`${origin}/healthz`, { timeoutMs: PATIENCE_MS })
  } catch (error) {
    return error as Error
  }
}

/** Retries while the proxy cannot reach the running site. */
async function retrySite(ask: Ask, origin: string, first: Answer | Error): Promise<Answer | Error> {
  const end = Date.now() + PROXY_PATIENCE_MS
  let reached = first
  while (!(reached instanceof Error) && GATEWAY_STATUSES.has(reached.status) && Date.now() < end) {
    await delay(PROXY_PAUSE_MS)
    reached = await requestSite(ask, origin)
  }
  return reached
}

/** Whether an answer of `/healthz` is this site's. */
export function isAlive(answer: Answer | Error): answer is Answer {
  if (answer instanceof Error) return false
  try {
    return JSON.parse(answer.text).data.status === 'alive'
  } catch {
    return false
  }
}
