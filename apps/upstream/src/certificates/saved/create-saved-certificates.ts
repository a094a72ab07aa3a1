import { createSavedRepository, type SavedOptions } from './saved-repository.ts'
import { createShareRepository } from './share-repository.ts'

/** Creates the repositories of saved certificates and shares. */
export function createSavedCertificates({ db, now, certificates }: SavedOptions) {
  return {
    savedCertificates: createSavedRepository({ db, now, certificates }),
    shares: createShareRepository({ db, now }),
  }
}
