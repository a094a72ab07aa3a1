import { type CertificateRules, DEFAULT_RULES } from '@portal/contract/certificates/rules/certificate-rules.ts'
import type { Db } from '#platform/db/open.ts'

/** Reads what the owner has decided about certificates. Without settings the defaults apply. */
export async function readCertificateRules(db: Db): Promise<CertificateRules> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['name', 'value'])
    .where('name', 'in', Object.keys(DEFAULT_RULES))
    .execute()
  return { ...DEFAULT_RULES, ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])) }
}
