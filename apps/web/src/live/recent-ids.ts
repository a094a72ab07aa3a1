/** More than may come twice within a short time. */
const IDS_MAX = 200

/** Knows the messages that have come lately, as the same one may come again. */
export function createRecentIds() {
  const ids = new Set<string>()
  return {
    /** Whether it comes for the first time; from then on it does not. */
    isNew(id: string): boolean {
      if (ids.has(id)) return false
      ids.add(id)
      for (const oldest of ids) {
        if (ids.size <= IDS_MAX) break
        ids.delete(oldest)
      }
      return true
    },
  }
}
