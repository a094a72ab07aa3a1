import { COSIGNATURE, readVerifierKey, type VerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { ConfigError } from '#platform/config/config.ts'
import type { WitnessAddress } from '#platform/config/witness-addresses.ts'

export interface Witness extends WitnessAddress {
  verifier: VerifierKey
}

/** Parses the keys of witnesses. @throws ConfigError when one is no key of a witness */
export async function openWitnesses(addresses: readonly WitnessAddress[]): Promise<Witness[]> {
  return await Promise.all(
    addresses.map(async ({ key, address }) => {
      const verifier = await readVerifierKey(key)
      if (verifier?.type !== COSIGNATURE)
        throw new ConfigError(`LOG_WITNESSES is not accepted: ${key} is not the verifier key of a witness`)
      return { key, address, verifier }
    }),
  )
}
