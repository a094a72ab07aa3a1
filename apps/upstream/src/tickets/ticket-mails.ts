import type { Db } from '#platform/db/open.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { answerMail } from './answer-mail.ts'
import { createMailQueue } from './mail-queue.ts'
import { addTicketLink } from './ticket-links.ts'
import { closeOfDeletedComments } from './ticket-store.ts'

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  site: SiteRepository
  /** The site's own address; `null` when it is not known: then mails have no link. */
  siteUrl: string | null
  onError: (error: Error) => void
}

export type TicketMails = ReturnType<typeof createTicketMails>

/**
 * Mails of answers to visitors. A row is stored with the answer and sent afterwards. After a temporary failure it is sent
 * again with growing waits, by any instance; so is what a crash left unsent.
 */
export function createTicketMails({ db, now, mailer, site, siteUrl, onError }: Options) {
  const queue = createMailQueue({ db, now })

  /** Sends one mail now. @returns whether it was sent; `false` too when another instance sends it */
  async function send(id: number): Promise<boolean> {
    const mail = await queue.take(id)
    if (!mail || mail.email === null) return false
    const { ticketId, email, answer } = mail
    let failure: Error | null = null
    try {
      const { name } = await site.settings()
      const link = siteUrl === null ? null : `${siteUrl}/conversation?key=${await addTicketLink(db, ticketId, now())}`
      await mailer.send({ to: email, ...answerMail(mail, answer, typeof name === 'string' ? name : '', link) })
    } catch (error) {
      failure = error as Error
      onError(failure)
    }
    await queue.settle(id, mail, failure)
    return failure === null
  }

  const pending = new Set<Promise<unknown>>()
  let isRunning = false

  function inBackground(work: Promise<unknown>): void {
    const sending: Promise<unknown> = work.catch(onError).finally(() => pending.delete(sending))
    pending.add(sending)
  }

  /** Sends what waits for its time, and what a crash left. */
  async function sendDue(): Promise<void> {
    for (const id of await queue.due()) await send(id)
  }

  return {
    send,
    sendDue,

    /** Sends it without making the caller wait. */
    sendSoon(id: number): void {
      inBackground(send(id))
    },

    /** `sendDue` without making the caller wait; one run at a time. */
    sendDueSoon(): void {
      if (isRunning) return
      isRunning = true
      inBackground(
        sendDue().finally(() => {
          isRunning = false
        }),
      )
    },

    /** Waits until no mail is being sent. */
    async flush(): Promise<void> {
      await Promise.all(pending)
    },

    /** Deletes expired links, and closes tickets without their comment. */
    async sweep(): Promise<void> {
      await db.deleteFrom('ticket_links').where('expires_at', '<=', now()).execute()
      await closeOfDeletedComments(db, now())
    },
  }
}
