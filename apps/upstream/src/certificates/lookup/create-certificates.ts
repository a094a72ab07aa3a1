import { createSavedCertificates } from '#certificates/saved/create-saved-certificates.ts'
import { createLogBacklog } from '#log/backlog.ts'
import { createLogCheck, type LogCheckOptions } from '#log/log-check.ts'
import type { KeyOptions } from '#log/log-key.ts'
import { createMismatchAlarm, type MismatchAlarmOptions } from '#log/mismatch-alarm.ts'
import { createSignedLeaves, type LeafOptions } from '#log/signed-leaves.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createCertificateRepository } from './certificate-repository.ts'

interface Options
  extends LeafOptions,
    KeyOptions,
    Pick<LogCheckOptions, 'marks'>,
    Omit<MismatchAlarmOptions, 'onError'> {
  digest: Digest
  fileDigest: FileDigest
  onError: (what: string) => (error: Error) => void
}

/**
 * Creates the repositories of certificates: lookups that are compared with the public log, the check of the log, the
 * alarm for mismatches, saved certificates and shares.
 */
export function createCertificates({ db, digest, fileDigest, onError, ...options }: Options) {
  const mismatchAlarm = createMismatchAlarm({
    ...options,
    db,
    onError: onError('owners were not alarmed of a mismatch'),
  })
  const logBacklog = createLogBacklog({
    ...options,
    db,
    digest,
    onMismatch: (certificateNo) => mismatchAlarm.raise(certificateNo, 'entry'),
  })
  const logCheck = createLogCheck({ ...options, db, digest, onError })
  const leaves = createSignedLeaves(options)
  const certificates = createCertificateRepository({
    db,
    digest,
    fileDigest,
    leaves,
    latestRead: logCheck.findLatestRead,
    onMismatch: mismatchAlarm.raise,
  })
  return {
    certificates,
    logBacklog,
    logCheck,
    mismatchAlarm,
    ...createSavedCertificates({ db, now: options.now, certificates }),
  }
}
