import { SECOND_MS } from '@portal/contract/constants.ts'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** @throws when the mail could not be handed over */
  send(mail: Mail): Promise<void>
  close?(): void
}

const TIMEOUT_MS = 10 * SECOND_MS

/** @param smtpUrl `smtp://user:password@host:587` or `smtps://…` */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}

/** Error code of `noMailer`. */
export const NOT_SET_UP = 'ENOTSETUP'

/**
 * Returns whether another attempt would fail too: the receiver's server refused the mail permanently (5xx), or there is
 * no mail server. After a refused login the mail may be sent later, because an operator can correct it.
 */
export function isPermanentFailure(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown }
  if (code === NOT_SET_UP) return true
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500
}

/** Mailer of a production without `SMTP_URL`: every mail fails, so that none is silently lost. */
export const noMailer: Mailer = {
  async send() {
    throw Object.assign(new Error('SMTP_URL is not set'), { code: NOT_SET_UP })
  },
}
