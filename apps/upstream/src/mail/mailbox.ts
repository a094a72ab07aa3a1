import type { Mail, Mailer } from './mailer.ts'

export interface KeptMail extends Mail {
  /** UTC, ISO 8601. */
  sentAt: string
}

export interface Mailbox extends Mailer {
  /** Newest first. */
  list(): readonly KeptMail[]
}

const KEPT = 100

/** Where mails go on a developer's machine: memory, the newest 100. */
export function createMailbox(now: () => number): Mailbox {
  const mails: KeptMail[] = []
  return {
    async send({ to, subject, text }) {
      mails.unshift({ to, subject, text, sentAt: new Date(now()).toISOString() })
      mails.length = Math.min(mails.length, KEPT)
    },
    list: () => mails,
  }
}
