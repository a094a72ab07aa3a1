import { Resolver } from 'node:dns/promises'
import { SECOND_MS } from '@portal/contract/constants.ts'

const OPTIONS = { timeout: 3 * SECOND_MS, tries: 2 }

/**
 * Resolves a name, IPv4 first, with its own DNS queries. The resolver of the system would hold one of the process's
 * four threads until it has an answer, so that an unresponsive name server of one name would block files and passwords
 * of the whole process.
 * @throws Error with a code of `node:dns` for a name without addresses
 */
export async function resolveName(
  name: string,
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver(OPTIONS),
): Promise<string[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
  return found
}
