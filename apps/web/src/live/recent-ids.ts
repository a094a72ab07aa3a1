/** Number of remembered ids, more than can arrive twice within a short time. */
const IDS_MAX = 200

/** Remembers recent message ids: the same message may be delivered again. */
export function createRecentIds() {
  const ids = new Set<string>()
  return {
    /** Returns `true` at the first call for an id. */
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
