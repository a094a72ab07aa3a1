import { createKeeperNotices, type KeeperNoticesOptions } from './keeper-notices.ts'
import { createKeptRepository } from './kept-repository.ts'
import { createShareRepository } from './share-repository.ts'

/** Kept certificates, shares, and the notices of changes. */
export function createKeeping(options: KeeperNoticesOptions) {
  const { db, now } = options
  return {
    kept: createKeptRepository({ db, now }),
    shares: createShareRepository({ db, now }),
    keeperNotices: createKeeperNotices(options),
  }
}
