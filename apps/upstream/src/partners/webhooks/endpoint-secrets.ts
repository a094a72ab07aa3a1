import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createTextSeal } from '#platform/secrets/sealed.ts'

const USE = 'webhook'

interface Sealed {
  address: string
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: number
}

/** Signing secrets of endpoints, sealed with the installation's key and bound to the address. */
export function createEndpointSecrets(digest: Digest) {
  const seal = createTextSeal(digest, USE)
  return {
    seal: (secret: string, address: string) => seal.seal(secret, address),
    /** The secrets that sign at this moment, the newest first. @throws Error when they were sealed by another installation */
    open({ address, secret_sealed, old_secret_sealed, old_secret_until }: Sealed, now: number): string[] {
      const old = old_secret_until > now ? old_secret_sealed : null
      return [secret_sealed, ...(old === null ? [] : [old])].map((one) => seal.open(one, address))
    },
  }
}
