import { isIPv6 } from 'node:net'

/**
 * Returns the unit of limits per client: an IPv4 address, or the /64 of an IPv6 address, because one household has 2^64
 * addresses.
 */
export function toClientKey(ip: string): string {
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length)
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const groupsAfter = tail === '' ? 0 : tail.split(':').length
    while (groups.length < 8 - groupsAfter) groups.push('0')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
