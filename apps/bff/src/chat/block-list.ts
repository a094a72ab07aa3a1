/** Accounts that a user has blocked, fetched from upstream on first use. */
export interface BlockList {
  has(peerId: string): Promise<boolean>
  /** The user blocked or unblocked an account. */
  forget(): void
}

/** @param load empty when upstream does not support blocks; throws when upstream fails */
export function createBlockList(load: () => Promise<ReadonlySet<string>>): BlockList {
  let known: Promise<ReadonlySet<string>> | null = null
  return {
    async has(peerId) {
      known ??= load()
      const asked = known
      try {
        return (await asked).has(peerId)
      } catch {
        // Retried on the next use; until then everybody counts as blocked.
        if (known === asked) known = null
        return true
      }
    },
    forget() {
      known = null
    },
  }
}
