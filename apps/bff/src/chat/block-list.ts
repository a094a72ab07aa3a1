/** Whom a user has blocked, as upstream says; asked for once it matters. */
export interface BlockList {
  has(peerId: string): Promise<boolean>
  /** The user has blocked somebody, or taken a block back. */
  forget(): void
}

/** @param load nobody when upstream does not know blocks; may throw when it cannot be asked */
export function createBlockList(load: () => Promise<ReadonlySet<string>>): BlockList {
  let known: Promise<ReadonlySet<string>> | null = null
  return {
    async has(peerId) {
      known ??= load()
      const asked = known
      try {
        return (await asked).has(peerId)
      } catch {
        // Asked again the next time; until then nobody is shown what a blocked person might do.
        if (known === asked) known = null
        return true
      }
    },
    forget() {
      known = null
    },
  }
}
