import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { LinkProblem } from '@portal/contract/articles/content-checks.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { INTERNET, type Internet, resolvePublicAddresses } from '#platform/net/internet.ts'
import { classifyNetworkError } from '#platform/net/network-problem.ts'
import { isPublicAddress } from '#platform/net/public-address.ts'

/** Maximum time of one address, redirects included. */
const TIME_MAX_MS = 5 * SECOND_MS
const REDIRECTS_MAX = 5
/** Maximum size of the headers; a body is never read. */
const HEADERS_MAX_BYTES = 64 * 1024
/** Allowed ports below 1024; the others belong to services that are no web sites. */
const LOW_PORTS = [80, 443]
const FREE_PORTS_FROM = 1024

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
 * Checks whether a link to another site can be opened. Connects only to names that resolve to public addresses, checks
 * each redirect anew, and connects to the very address that was checked.
 */
export async function followLink(address: string, options: Options): Promise<LinkResult> {
  const head = await followWith('HEAD', address, options)
  const isDoubtful = head.problem !== null && /^\d|^connection$/.test(head.problem)
  const last = isDoubtful ? await followWith('GET', address, options) : head
  const isOpen = UNDECIDED.some((status) => last.problem === String(status))
  return isOpen ? { ...last, problem: null } : last
}

async function followWith(method: 'HEAD' | 'GET', from: string, options: Options): Promise<LinkResult> {
  const { agent, network = INTERNET } = options
  const signal = AbortSignal.any([AbortSignal.timeout(TIME_MAX_MS), options.signal])
  let address = from
  let isAnswered = false
  try {
    for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
      const url = new URL(address)
      const host = await resolvePublicHost(url, network, signal)
      if (!host) return { problem: 'private', isAnswered }
      const { status, location } = await ask(method, url, { host, agent, network, signal })
      isAnswered = true
      if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, address)) {
        return { problem: isGood(status) ? null : (String(status) as LinkProblem), isAnswered }
      }
      address = new URL(location, address).href
    }
    return { problem: 'redirects', isAnswered }
  } catch (error) {
    return { problem: signal.aborted ? 'timeout' : classifyNetworkError(error), isAnswered }
  }
}

/**
 * Resolves the host of a link.
 * @returns one address; `null` when any of them is not public, or the link is no web page
 */
async function resolvePublicHost({ protocol, hostname, port }: URL, network: Internet, signal: AbortSignal) {
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const number = Number(port || LOW_PORTS[0])
  if (number < FREE_PORTS_FROM && !LOW_PORTS.includes(number)) return null
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name)) return isPublicAddress(name) ? name : null
  return (await resolvePublicAddresses(name, network, signal))[0] ?? null
}

interface HopResult {
  host: string
  agent: string
  network: Internet
  signal: AbortSignal
}

function ask(method: string, url: URL, { host, agent, network, signal }: HopResult) {
  const isSecure = url.protocol === 'https:'
  const request = isSecure ? requestHttps : requestHttp
  const servername = isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const outgoing = request({
      ...network.dial(host, Number(url.port) || (isSecure ? 443 : 80)),
      method,
      path: url.pathname + url.search,
      signal,
      agent: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      ...(isSecure && servername && { servername }),
      headers: { host: url.host, 'user-agent': agent, accept: '*/*' },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response: IncomingMessage) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location })
      // Closes the connection, because the body may be endless.
      response.destroy()
    })
    outgoing.end()
  })
}
