import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { parseEmail } from '#accounts/login/email-codes.ts'
import type { Db } from '#platform/db/open.ts'
import { contactEmailMissing } from '#platform/errors.ts'
import { maskEmail } from './answer-channel.ts'
import { addEvent, type TicketRow } from './ticket-store.ts'

/** Characters that cannot be part of a mail address, so that the address in 邮箱a@b.cn is found too. */
const BETWEEN = /[^a-z0-9.!#$%&'*+/=?^_`{|}~@-]+/i

/** Finds the mail address in the contact field of a report; `null` for none and for several. */
export function findContactEmail(contact: string): string | null {
  const found = new Set(contact.split(BETWEEN).flatMap((part) => parseEmail(part) ?? []))
  const [email] = found
  return found.size === 1 && email !== undefined ? email : null
}

/**
 * Sends answers by mail to the address in a report's contact field, or stops that. It is not proved that the address is
 * the reporter's, so staff decide before any mail is sent.
 * @param row locked
 * @throws AppError when the report has no such address
 */
export async function useContactEmail(
  trx: Db,
  row: TicketRow,
  isUsed: boolean,
  { by, at }: { by: string; at: number },
): Promise<AuditChange> {
  const feedback = await trx
    .selectFrom('feedback')
    .select(['id', 'email', 'contact_email as contactEmail'])
    .where('id', '=', row.feedback_id)
    .executeTakeFirst()
  if (!feedback || feedback.contactEmail === null) throw contactEmailMissing()
  const { id, email, contactEmail } = feedback
  const to = isUsed ? contactEmail : null
  await trx.updateTable('feedback').set({ email: to }).where('id', '=', id).execute()
  await trx
    .updateTable('tickets')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  // The address is masked, because readers of the audit log and of the ticket may not see addresses.
  const change = { member: 'email', before: email && maskEmail(email), after: to && maskEmail(to) }
  await addEvent(trx, row.id, { by, at, ...change })
  return change
}
