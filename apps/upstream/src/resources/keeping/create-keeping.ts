import { createKeeperNotices, type KeeperNoticesOptions } from './keeper-notices.ts'
import { createKeptRepository } from './kept-repository.ts'
import { createShareRepository } from './share-repository.ts'

/**
 * Kept certificates, shares, and the notices of changes.
 * @param siteUrl `null` when it is not known: then mails have no link
 */
export function createKeeping(options: Omit<KeeperNoticesOptions, 'siteUrl'>, siteUrl: string | null) {
  const { db, now } = options
  return {
    kept: createKeptRepository({ db, now }),
    shares: createShareRepository({ db, now }),
    keeperNotices: createKeeperNotices({ ...options, siteUrl }),
  }
}
