import type { CertificateRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import type { FieldRule } from '@portal/contract/certificates/rules/required-fields.ts'
import type { Db } from '#platform/db/open.ts'

/** Reads what the owner has decided about certificates. Without settings the defaults apply. */
export async function readCertificateRules(db: Db): Promise<CertificateRules> {
  const row = await db
    .selectFrom('site_settings')
    .select('value')
    .where('name', '=', 'requiredFields')
    .executeTakeFirst()
  return { requiredFields: JSON.parse(row?.value ?? '[]') as FieldRule[] }
}
