import { BlockList, isIP } from 'node:net'

/** Trusted proxies: a number of hops, or addresses and networks. */
export type TrustProxy = number | readonly string[]

const HOPS_MAX = 10

/** @throws RangeError for anything but a number of proxies or a list of addresses and networks */
export function readTrustProxy(text: string): TrustProxy {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    if (hops > HOPS_MAX) throw new RangeError(text)
    return hops
  }
  const networks = text.split(',').map((entry) => entry.trim())
  createBlockList(networks)
  return networks
}

export function isBehindProxy(trust: TrustProxy): boolean {
  return typeof trust !== 'number' || trust > 0
}

/** Whether the address at a number of hops is a trusted proxy. */
export function createProxyTrust(trust: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  const proxies = createBlockList(trust)
  return (address) => isListed(proxies, address)
}

/** Accepts IPv4-mapped IPv6 addresses; a text that is no address is in no list. */
export function isListed(list: BlockList, address: string): boolean {
  const v4 = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  const family = isIP(v4)
  return family !== 0 && list.check(v4, family === 6 ? 'ipv6' : 'ipv4')
}

function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/')
    const family = isIP(address)
    if (family === 0 || rest.length > 0) throw new RangeError(network)
    const kind = family === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, kind)
    // A prefix of 0 would trust every address.
    else if (/^[1-9]\d{0,2}$/.test(prefix)) list.addSubnet(address, Number(prefix), kind)
    else throw new RangeError(network)
  }
  return list
}
