import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { INTERNET, type Internet, resolvePublicAddresses } from './internet.ts'
import { isPublicAddress } from './public-address.ts'

const REDIRECTS_MAX = 5
/** Maximum size of the headers. */
const HEADERS_MAX_BYTES = 64 * 1024
/** Allowed ports below 1024; the others belong to services that are no web sites. */
const LOW_PORTS = [80, 443]
const FREE_PORTS_FROM = 1024

export interface PublicRequest {
  method: 'HEAD' | 'GET'
  /** `User-Agent` of the requests. */
  agent: string
  network?: Internet | undefined
  /** Ends the requests. */
  signal: AbortSignal
  /** Called when any server has answered. */
  onAnswer?: () => void
}

/**
 * Requests an address that a stranger wrote. Connects only to names that resolve to public addresses, checks each redirect
 * anew, and connects to the very address that was checked.
 * @returns the response, whose body the caller reads or destroys; `private`: an address is not public, or no web page
 * @throws Error of the network
 */
export async function requestPublic(
  from: string,
  { network = INTERNET, onAnswer, ...options }: PublicRequest,
): Promise<IncomingMessage | 'private' | 'redirects'> {
  let address = from
  for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
    const url = new URL(address)
    const host = await resolvePublicHost(url, network, options.signal)
    if (!host) return 'private'
    const response = await ask(url, { ...options, host, network })
    onAnswer?.()
    const { statusCode: status = 0, headers } = response
    const { location } = headers
    if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, address)) return response
    // Closes the connection, because the body may be endless.
    response.destroy()
    address = new URL(location, address).href
  }
  return 'redirects'
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

interface Hop extends Omit<PublicRequest, 'onAnswer' | 'network'> {
  host: string
  network: Internet
}

function ask(url: URL, { method, host, agent, network, signal }: Hop): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const request = isSecure ? requestHttps : requestHttp
  const servername = isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname
  return new Promise((resolve, reject) => {
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
    outgoing.on('response', resolve)
    outgoing.end()
  })
}
