import { BlockList } from 'node:net'
import { isListed } from '#config/trusted-proxies.ts'

/**
 * Addresses that any number of people may share: reverse proxies, container networks, this
 * machine. Limits per address do not apply.
 */
const SHARED = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  SHARED.addSubnet(network, prefix, 'ipv4')
}
SHARED.addAddress('::1', 'ipv6')
SHARED.addSubnet('fc00::', 7, 'ipv6')
SHARED.addSubnet('fe80::', 10, 'ipv6')

export function isSharedAddress(address: string): boolean {
  return isListed(SHARED, address)
}
