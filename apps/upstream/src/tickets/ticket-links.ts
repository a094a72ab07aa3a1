import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import { LINK_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import type { Db } from '#platform/db/open.ts'

const TOKEN_BYTES = 32

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Adds a link to the customer's side of a ticket. @returns its token, which is not stored */
export async function addTicketLink(db: Db, ticketId: number, at: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = { token_hash: hashToken(token), ticket_id: ticketId, expires_at: at + LINK_DAYS * DAY_MS }
  await db.insertInto('ticket_links').values(row).execute()
  return token
}

/** Finds the ticket of a link. @returns its id; `undefined` for an unknown or expired token */
export async function findLinkedTicket(db: Db, token: string, at: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('ticket_links')
    .select('ticket_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return found?.ticket_id
}

/** Returns whether a valid link to a ticket may still exist. */
export async function hasTicketLink(db: Db, ticketId: number, at: number): Promise<boolean> {
  const found = await db
    .selectFrom('ticket_links')
    .select('ticket_id')
    .where('ticket_id', '=', ticketId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return found !== undefined
}
