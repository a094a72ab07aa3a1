import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '@portal/bff/src/config/config.ts'
import type { Answer, Ask } from './ask.ts'

/** The site as it runs now. */
export interface RunningSite {
  /** Origin by which visitors come: `PUBLIC_ORIGIN`, or the port itself where there is none. */
  origin: string
  /** Whether `origin` answers as this site does; else why not. */
  reached: Answer | Error
  /** Origin of its own port on this machine; `null` when it does not answer there. */
  direct: string | null
}

const PATIENCE_MS = 10_000
/** A proxy says that it cannot reach the site. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504])
/** Of the proxy, after the site's container was replaced: it still asks the old address. */
const PROXY_PATIENCE_MS = 5000
const PROXY_PAUSE_MS = 200

/**
 * Finds the running site. `null` when neither address answers as the site, nor anything else at the public one.
 * @param ask takes the way of visitors, `askOwn` that to its own port
 */
export async function findRunningSite(config: Config, ask: Ask, askOwn: Ask): Promise<RunningSite | null> {
  const own = portOrigin(config)
  const origin = config.publicOrigin ?? own
  const [direct, first] = await Promise.all([look(askOwn, own), look(ask, origin)])
  const isDirect = isAlive(direct)
  const reached = isDirect ? await lookAgain(ask, origin, first) : first
  if (isAlive(reached)) return { origin, reached, direct: isDirect ? own : null }
  return isDirect ? { origin, reached, direct: own } : null
}

/** Where its own port is, seen from this machine. */
function portOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const seen = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${seen.includes(':') ? `[${seen}]` : seen}:${port}`
}

async function look(ask: Ask, origin: string): Promise<Answer | Error> {
  try {
    return await ask(`${origin}/healthz`, { timeoutMs: PATIENCE_MS })
  } catch (error) {
    return error as Error
  }
}

/** Asks again while the proxy cannot reach the site, which runs. */
async function lookAgain(ask: Ask, origin: string, first: Answer | Error): Promise<Answer | Error> {
  const end = Date.now() + PROXY_PATIENCE_MS
  let reached = first
  while (!(reached instanceof Error) && GATEWAY_STATUSES.has(reached.status) && Date.now() < end) {
    await delay(PROXY_PAUSE_MS)
    reached = await look(ask, origin)
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
