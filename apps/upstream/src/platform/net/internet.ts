import { isPublicAddress } from './public-address.ts'
import { resolveName } from './resolve-name.ts'

/** Network access to addresses that people typed; tests replace it. */
export interface Internet {
  /** Resolves a name. @throws Error for an unknown name */
  resolve(name: string): Promise<readonly string[]>
  /**
   * Returns the host and port of a connection to a public address. `ca`: the only certificate authority that it trusts,
   * PEM.
   */
  dial(address: string, port: number): { host: string; port: number; ca?: string }
}

export const INTERNET: Internet = {
  resolve: resolveName,
  dial: (host, port) => ({ host, port }),
}

/**
 * Resolves a name; empty when one of its addresses is not public. Callers connect to these addresses and do not resolve
 * the name again, because it may resolve to another address a moment later.
 * @throws Error for an unknown name, or the reason of `signal`
 */
export async function resolvePublicAddresses(
  name: string,
  internet: Internet,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Checked before the name is resolved, whose rejection would be unhandled.
  signal.throwIfAborted()
  const addresses = await waitInTime(internet.resolve(name), signal)
  return addresses.every(isPublicAddress) ? addresses : []
}

/** Waits for `work` until the signal, because DNS queries may take longer than a request may. */
async function waitInTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
