/** A witness in the form of `LOG_WITNESSES`. */
export interface WitnessAddress {
  /** Verifier key. */
  key: string
  /** Submission prefix, without a slash at the end. */
  address: string
}

/** Parses `<verifier key> <address>, …`. @returns the malformed part instead of the witnesses, if there is one */
export function readWitnesses(text: string): WitnessAddress[] | { fault: string } {
  const witnesses: WitnessAddress[] = []
  for (const part of text.split(',')) {
    const [key = '', url = '', ...more] = part.trim().split(/\s+/)
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (!address || more.length > 0 || !/^https?:$/.test(address.protocol) || address.search || address.hash) {
      return { fault: part.trim() }
    }
    witnesses.push({ key, address: address.href.replace(/\/+$/, '') })
  }
  return witnesses
}
