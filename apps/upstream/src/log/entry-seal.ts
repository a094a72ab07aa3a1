import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/**
 * Seals an entry of the public log by an HMAC with the key of the installation, which is not in the database. The seal
 * binds the entry, and so its text, to the number and the record. An entry whose content was lost is sealed without a
 * record. The index is bound by the signed tree, because an import seals an entry before it has one.
 */
export const sealEntry = (
  digest: Digest,
  { entry, certificate_no, record_id }: Pick<Tables['log_entries'], 'entry' | 'certificate_no' | 'record_id'>,
): string => digest('log-entry', entry, certificate_no, String(record_id ?? ''))
