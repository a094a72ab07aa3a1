import type { TicketSource } from '@portal/contract/tickets/ticket-rules.ts'
import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import type { Db } from '#platform/db/open.ts'
import { hasTicketLink } from './ticket-links.ts'

interface Customer {
  userId: string | null
  email: string | null
  source: TicketSource
}

/** Finds the channel by which an answer to this customer would be sent now. */
export async function findAnswerChannel(
  db: Db,
  ticketId: number,
  { userId, email, source }: Customer,
  { sendsMail, now }: { sendsMail: boolean; now: number },
): Promise<Ticket['channel']> {
  if (userId !== null) return 'notice'
  if (email !== null && sendsMail) return 'mail'
  if (await hasTicketLink(db, ticketId, now)) return 'link'
  if (email !== null) return null
  return source === 'site' ? null : 'phone'
}

/** Masks an address as `l***@163.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
