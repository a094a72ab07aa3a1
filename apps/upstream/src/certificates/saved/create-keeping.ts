import { createKeeperNotices, type KeeperNoticesOptions } from './keeper-notices.ts'
import { createKeptRepository, type KeptOptions } from './kept-repository.ts'
import { createShareRepository } from './share-repository.ts'

/** Kept certificates, shares, and the notices of changes. `siteUrl`: `null` when it is not known; then mails have no link. */
export function createKeeping(options: KeeperNoticesOptions & Pick<KeptOptions, 'certificates'>) {
  const { db, now, certificates } = options
  return {
    kept: createKeptRepository({ db, now, certificates }),
    shares: createShareRepository({ db, now }),
    keeperNotices: createKeeperNotices(options),
  }
}
