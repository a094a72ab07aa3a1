/** More than arrive twice within a short time. */
const IDS_MAX = 200

/** Remembers recent message ids: the same message may be delivered again. */
export function createRecentIds() {
  const ids = new Set<string>()
  return {
    /** `true` once for each id. */
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
