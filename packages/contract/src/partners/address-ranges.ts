/**
 * Ranges of IP addresses, e.g. `203.0.113.0/24`, `2001:db8::/48`, or a single address. Both families are stored as 128 bits, an
 * IPv4 address as `::ffff:a.b.c.d`, so that the two forms of one address are equal. The module loads no schemas, because web
 * imports it.
 */

interface AddressRange {
  /** First address. */
  first: bigint
  /** Number of leading bits that all its addresses share, of 128. */
  prefix: number
}

const BITS = 128
const MAPPED = 0xffffn << 32n
const MAPPED_PREFIX = 96

function readIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

/** The last two groups may have the form of an IPv4 address. */
function readGroups(text: string): bigint[] | null {
  if (text === '') return []
  const groups: bigint[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const ipv4 = isLast && part.includes('.') ? readIpv4(part) : null
    if (ipv4 !== null) groups.push(ipv4 >> 16n, ipv4 & 0xffffn)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else return null
  }
  return groups
}

function readIpv6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map(readGroups)
  if (!head || tail === null) return null
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...(tail ?? [])]
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n)
}

/** @returns 128 bits; `null` for a text that is no address */
function readAddress(text: string): bigint | null {
  const ipv4 = readIpv4(text)
  return ipv4 === null ? readIpv6(text) : MAPPED | ipv4
}

function writeAddress(bits: bigint): string {
  if (bits >> 32n === 0xffffn) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(16 * (7 - index))) & 0xffffn).toString(16))
  return groups.join(':').replace(/(?:^|:)0(?::0)+(?::|$)/, '::')
}

/** @returns the range, or a Chinese message that says what is wrong */
export function readAddressRange(text: string): AddressRange | string {
  const [address = '', length, ...rest] = text.trim().split('/')
  const bits = readAddress(address)
  if (bits === null || rest.length > 0) return `“${text.trim()}”不是 IP 地址或网段`
  const isIpv4 = address.includes('.') && !address.includes(':')
  const most = isIpv4 ? BITS - MAPPED_PREFIX : BITS
  if (length === undefined) return { first: bits, prefix: BITS }
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return `“${text.trim()}”的掩码长度应为 1 至 ${most}`
  if (Number(length) === 0) return `“${text.trim()}”是全部地址；不限地址时请留空`
  const prefix = isIpv4 ? MAPPED_PREFIX + Number(length) : Number(length)
  const first = maskAddress(bits, prefix)
  if (first !== bits) return `“${text.trim()}”不是网段的起始地址，应写作 ${writeAddress(first)}/${length}`
  return { first, prefix }
}

function maskAddress(bits: bigint, prefix: number): bigint {
  const free = BigInt(BITS - prefix)
  return (bits >> free) << free
}

/** @param ranges stored ranges, one on each line, all valid; empty: any address */
export function isAddressAllowed(address: string, ranges: string): boolean {
  const lines = ranges.split('\n').filter((line) => line !== '')
  if (lines.length === 0) return true
  const bits = readAddress(address)
  if (bits === null) return false
  return lines.some((line) => {
    const range = readAddressRange(line)
    return typeof range !== 'string' && maskAddress(bits, range.prefix) === range.first
  })
}
