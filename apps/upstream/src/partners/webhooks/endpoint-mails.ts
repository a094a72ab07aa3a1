import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { OffReason } from '@portal/contract/partners/webhook-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { isPermanentFailure, type Mailer } from '#platform/mail/mailer.ts'

/** Another attempt after a failure, or after an instance was killed meanwhile. */
const RETRY_MS = 10 * MINUTE_MS

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  onError: (error: Error) => void
}

const WHY: Record<Exclude<OffReason, 'staff'>, string> = {
  gone: '它回应了 410（不再接收）',
  failing: '三天来每次送达都失败',
}

/** Mails a partner's contact that an endpoint was switched off. */
export function createEndpointMails({ db, now, mailer, onError }: Options) {
  async function sendOne(id: number, dueAt: number): Promise<void> {
    const retryAt = now() + RETRY_MS
    const taken = await db
      .updateTable('webhook_endpoints')
      .set({ mail_due_at: retryAt })
      .where('id', '=', id)
      .where('mail_due_at', '=', dueAt)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return
    const endpoint = await db
      .selectFrom('webhook_endpoints as endpoint')
      .innerJoin('partners as partner', 'partner.id', 'endpoint.partner_id')
      .select(['endpoint.address', 'endpoint.off_reason', 'partner.contact_email'])
      .where('endpoint.id', '=', id)
      .executeTakeFirst()
    // Removed meanwhile.
    if (!endpoint) return
    const { address, off_reason, contact_email } = endpoint
    if (off_reason === 'gone' || off_reason === 'failing') {
      try {
        await mailer.send({ to: contact_email, ...offMail(address, WHY[off_reason]) })
      } catch (error) {
        onError(error as Error)
        if (!isPermanentFailure(error)) return
      }
    }
    await db
      .updateTable('webhook_endpoints')
      .set({ mail_due_at: null })
      .where('id', '=', id)
      // Switched on and off again while the mail was sent, it has another mail due.
      .where('mail_due_at', '=', retryAt)
      .execute()
  }

  return {
    async sendDue(): Promise<void> {
      const due = await db
        .selectFrom('webhook_endpoints')
        .select(['id', 'mail_due_at'])
        .where('mail_due_at', '<=', now())
        .execute()
      for (const { id, mail_due_at } of due) await sendOne(id, mail_due_at ?? 0)
    },
  }
}

function offMail(address: string, why: string) {
  const lines = ['您好：', '', `证书变动的通知地址已停用：${why}。`, address, '']
  lines.push('未送达的通知保留 30 天。请修复后联系我们重新启用，届时会依次补发。')
  lines.push('', '本邮件由系统发送，请勿直接回复。')
  return { subject: '证书变动的通知地址已停用', text: lines.join('\n') }
}
