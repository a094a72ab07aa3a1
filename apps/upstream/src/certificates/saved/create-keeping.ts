import { createKeptRepository, type KeptOptions } from './kept-repository.ts'
import { createShareRepository } from './share-repository.ts'

/** Kept certificates and shares. */
export function createKeeping({ db, now, certificates }: KeptOptions) {
  return {
    kept: createKeptRepository({ db, now, certificates }),
    shares: createShareRepository({ db, now }),
  }
}
