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

/**
 * Finds the running site. `null` when neither address answers as the site, nor anything else at the public one.
 * @param ask takes the way of visitors, `askOwn` that to its own port
 */
export async function findRunningSite(config: Config, ask: Ask, askOwn: Ask): Promise<RunningSite | null> {
  const own = portOrigin(config)
  const origin = config.publicOrigin ?? own
  const [direct, reached] = await Promise.all([look(askOwn, own), look(ask, origin)])
  const isDirect = isAlive(direct)
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

/** Whether an answer of `/healthz` is this site's. */
export function isAlive(answer: Answer | Error): answer is Answer {
  if (answer instanceof Error) return false
  try {
    return JSON.parse(answer.text).data.status === 'alive'
  } catch {
    return false
  }
}
