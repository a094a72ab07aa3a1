import type { Digest } from '#instance-secret.ts'
import type { FileDigest } from '#manage/certificates/pictures/desk-pictures.ts'
import { createKeeping } from '../keeping/create-keeping.ts'
import type { KeeperNoticesOptions } from '../keeping/keeper-notices.ts'
import type { KeyOptions } from '../log/log-key.ts'
import { createMismatchAlarm, type MismatchAlarmOptions } from '../log/mismatch-alarm.ts'
import { createSignedLeaves } from '../log/signed-leaves.ts'
import { createCertificateRepository } from './certificate-repository.ts'

interface Options extends KeyOptions, Omit<MismatchAlarmOptions, 'onError'>, Omit<KeeperNoticesOptions, 'onError'> {
  digest: Digest
  fileDigest: FileDigest
  onError: (what: string) => (error: Error) => void
}

/** Certificates as outlets show them, compared with the public log; the alarm of those that do not match it; keeping and shares. */
export function createCertificates({ db, digest, fileDigest, onError, ...options }: Options) {
  const mismatchAlarm = createMismatchAlarm({
    ...options,
    db,
    onError: onError('owners were not alarmed of a mismatch'),
  })
  const leaves = createSignedLeaves(options)
  const certificates = createCertificateRepository({
    ...{ db, digest, fileDigest, leaves },
    onMismatch: mismatchAlarm.raise,
  })
  const keeping = createKeeping({ ...options, db, certificates, onError: onError('keepers were not told') })
  return { certificates, mismatchAlarm, ...keeping }
}
