import type { MailFailure } from '@portal/contract/site/mail-failures.ts'
import type { HealthMarks } from '#platform/figures/health-marks.ts'
import { type Mailer, NOT_SET_UP } from './mailer.ts'

/** Codes of nodemailer (`lib/errors.js`) and of Node's sockets. */
const FAILURES: Readonly<Record<string, MailFailure>> = {
  EAUTH: 'login',
  ENOAUTH: 'login',
  EOAUTH2: 'login',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  ECONNECTION: 'connection',
  ETIMEDOUT: 'connection',
  ESOCKET: 'connection',
  EDNS: 'connection',
  ETLS: 'connection',
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  ENOTFOUND: 'connection',
  [NOT_SET_UP]: 'off',
}

/** Returns why a mail did not leave, without any text of the server. */
export function toMailFailure(error: unknown): MailFailure {
  const { code } = Object(error) as { code?: unknown }
  return FAILURES[String(code)] ?? 'other'
}

/** Wraps a mailer to record when a mail was last sent or failed, without its receiver and text. */
export function watchMailer(mailer: Mailer, marks: HealthMarks): Mailer {
  return {
    ...mailer,
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        void marks.set('mail.failed', toMailFailure(error))
        throw error
      }
      void marks.set('mail.sent')
    },
  }
}
