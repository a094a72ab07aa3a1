import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { IN_PROCESS_HEADERS, isInProcess } from './request-address.ts'

/** Client address for shared pages; no visitor has it, so no read gate is open for it. */
const SHARED_PAGE_CLIENT = '0.0.0.0'

const ADDRESS = Symbol('client address')

/**
 * Returns the client's IP address as the trusted proxies report it, without a port; else the address of the connection.
 */
export function getClientAddress(request: FastifyRequest): string {
  const read = request as { [ADDRESS]?: string }
  read[ADDRESS] ??= readAddress(request)
  return read[ADDRESS]
}

function readAddress(request: FastifyRequest): string {
  if (isInProcess(request)) {
    const visitor = request.headers[IN_PROCESS_HEADERS.visitor]
    return typeof visitor === 'string' ? visitor : SHARED_PAGE_CLIENT
  }
  const reported = request.ip ?? ''
  if (isIP(reported)) return reported
  const bare = /^"?\[([^\]]+)\](?::\d+)?"?$/.exec(reported)?.[1] ?? /^([\d.]+):\d+$/.exec(reported)?.[1] ?? reported
  return isIP(bare) ? bare : (request.raw.socket?.remoteAddress ?? '127.0.0.1')
}

/** Returns the key of a client's budgets: an IPv4 address, or an IPv6 /64 network, which is what one household gets. */
export function toClientKey(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0')]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}
