import { isIPv6 } from 'node:net'

/**
 * Who a limit counts as one client: an IPv4 address, or the /64 that an IPv6 network hands to one household, which could
 * otherwise present itself as 2^64 clients.
 */
export function clientKey(ip: string): string {
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length)
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const behind = tail === '' ? 0 : tail.split(':').length
    while (groups.length < 8 - behind) groups.push('0')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
