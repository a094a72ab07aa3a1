import type { S3Config } from '#platform/config/s3-config.ts'
import type { StorageFault } from './file-store.ts'

/** Reasons and remedies by the error code of the storage service. */
export const STORAGE_REFUSALS: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  NoSuchBucket: ['there is no such bucket', 'Create it, private and in the region of the site, or correct S3_BUCKET'],
  InvalidAccessKeyId: ['the access key is not known', 'Correct S3_ACCESS_KEY'],
  SignatureDoesNotMatch: ['the keys do not belong together', 'Correct S3_ACCESS_KEY and S3_SECRET_KEY'],
  AccessDenied: ['this key may not do so', 'Allow the key to put, get, list and delete objects of this bucket'],
  RequestTimeTooSkewed: ['this machine’s clock is wrong', 'Set it by NTP (timedatectl set-ntp true)'],
  AuthorizationHeaderMalformed: ['the bucket is in another region', 'Set S3_REGION to the region of the bucket'],
  IllegalLocationConstraintException: ['the bucket is in another region', 'Set S3_REGION to the region of the bucket'],
  PermanentRedirect: ['the bucket has another address', 'Set S3_ENDPOINT to the address of the bucket’s region'],
  MethodNotAllowed: ['the bucket is not addressed in this way', 'Set S3_PATH_STYLE to false, or to true'],
  SecondLevelDomainForbidden: ['the bucket must be in the host name', 'Set S3_PATH_STYLE to false'],
}

export const describeBucket = ({ bucket, endpoint }: S3Config) => `S3_BUCKET=${bucket} at ${new URL(endpoint).host}`

/** Describes a fault to an operator: the bucket, the cause and what to do. */
export function explainStorageFault({ message, refusal }: StorageFault, s3: S3Config): string {
  if (refusal === undefined) return `${describeBucket(s3)}: ${message}. \`doctor storage\` says why.`
  const [why, remedy] = STORAGE_REFUSALS[refusal] ?? ['it refuses this site', 'Correct the S3_ variables']
  return `${describeBucket(s3)} answers ${refusal}: ${why}. ${remedy}.`
}
