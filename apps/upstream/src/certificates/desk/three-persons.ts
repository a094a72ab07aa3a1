import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Db } from '#platform/db/open.ts'
import { parseForm } from './desk-form.ts'
import type { ChangeRow } from './pending-changes.ts'

/** Returns whether certificates of a category need three people now. */
export async function needsThree(db: Db, category: CertificateCategory): Promise<boolean> {
  const setting = db.selectFrom('site_settings').select('value').where('name', '=', 'threePersons')
  const categories = JSON.parse((await setting.executeTakeFirst())?.value ?? 'null') as CertificateCategory[] | null
  return categories?.includes(category) ?? false
}

/** Whether the submitted text was reviewed as it is. */
export const isReviewed = ({ content_hash, reviewed_hash }: ChangeRow) =>
  content_hash !== null && reviewed_hash === content_hash

/** Returns whether a submitted change needs a review that nobody has given. A withdrawal has no text, and needs none. */
export async function isAwaitingReview(db: Db, change: ChangeRow): Promise<boolean> {
  if (change.state !== 'submitted' || change.kind === 'withdrawal' || isReviewed(change)) return false
  return await needsThree(db, parseForm(change).category)
}

/** Columns of a pending change that was not reviewed. */
export const NOT_REVIEWED = { reviewed_by: null, reviewed_name: null, reviewed_hash: null, reviewed_at: null }
