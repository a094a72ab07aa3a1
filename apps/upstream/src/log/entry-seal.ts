import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/**
 * Seal of an entry of the public log: an HMAC with the key of the installation, which is not in the database. It holds the entry, and so
 * its text, to the number and the record. An entry whose content was lost is sealed without a record. The signed tree holds it to its
 * index, which an import does not know yet when it seals.
 */
export const sealEntry = (
  digest: Digest,
  { entry, certificate_no, record_id }: Pick<Tables['log_entries'], 'entry' | 'certificate_no' | 'record_id'>,
): string => digest('log-entry', entry, certificate_no, String(record_id ?? ''))
