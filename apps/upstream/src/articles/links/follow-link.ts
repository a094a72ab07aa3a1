import type { LinkProblem } from '@portal/contract/articles/content-checks.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Internet } from '#platform/net/internet.ts'
import { classifyNetworkError } from '#platform/net/network-problem.ts'
import { requestPublic } from '#platform/net/request-public.ts'

/** Maximum time of one address, redirects included. */
const TIME_MAX_MS = 5 * SECOND_MS

export interface LinkResult {
  /** `null`: readers can open the link, or it cannot be known. */
  problem: LinkProblem | null
  /** Whether any server answered; without an answer this machine may be offline. */
  isAnswered: boolean
}

/** Statuses of pages that may be open to readers: the server requires a login, or refuses programs. */
const UNDECIDED = [401, 403, 407, 429, 451]
/** Some servers answer HEAD wrongly; then GET decides. */
const isGood = (status: number) => status < 400

interface Options {
  /** `User-Agent` of the requests. */
  agent: string
  network?: Internet | undefined
  /** Ends the requests. */
  signal: AbortSignal
}

/**
 * Checks whether a link to another site can be opened.
 */
export async function followLink(address: string, options: Options): Promise<LinkResult> {
  const head = await followWith('HEAD', address, options)
  const isDoubtful = head.problem !== null && /^\d|^connection$/.test(head.problem)
  const last = isDoubtful ? await followWith('GET', address, options) : head
  const isOpen = UNDECIDED.some((status) => last.problem === String(status))
  return isOpen ? { ...last, problem: null } : last
}

async function followWith(method: 'HEAD' | 'GET', from: string, options: Options): Promise<LinkResult> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIME_MAX_MS), options.signal])
  let isAnswered = false
  const onAnswer = () => {
    isAnswered = true
  }
  try {
    const response = await requestPublic(from, { ...options, method, signal, onAnswer })
    if (typeof response === 'string') return { problem: response, isAnswered }
    const { statusCode: status = 0 } = response
    // Closes the connection, because the body may be endless.
    response.destroy()
    return { problem: isGood(status) ? null : (String(status) as LinkProblem), isAnswered }
  } catch (error) {
    return { problem: signal.aborted ? 'timeout' : classifyNetworkError(error), isAnswered }
  }
}
