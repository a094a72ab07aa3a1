import { isPublicAddress } from './public-address.ts'
import { resolveName } from './resolve-name.ts'

/** The outer edge of requests that this server makes to addresses that people typed; tests have their own. */
export interface Internet {
  /** Addresses of a name. @throws Error for an unknown name */
  resolve(name: string): Promise<readonly string[]>
  /** Where a connection to a public address goes. `ca`: the only certificate authority it trusts, PEM. */
  dial(address: string, port: number): { host: string; port: number; ca?: string }
}

export const INTERNET: Internet = {
  resolve: resolveName,
  dial: (host, port) => ({ host, port }),
}

/**
 * The addresses of a name; empty when one of them is not public. Connect to these and do not resolve the name again: it may
 * resolve to another address a moment later.
 * @throws Error for an unknown name, or the reason of `signal`
 */
export async function publicAddresses(
  name: string,
  internet: Internet,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // The check precedes the resolution of the name, whose rejection would be unhandled.
  signal.throwIfAborted()
  const addresses = await inTime(internet.resolve(name), signal)
  return addresses.every(isPublicAddress) ? addresses : []
}

/** Queries of names end later than a request may. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
