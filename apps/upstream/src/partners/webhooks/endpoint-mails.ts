import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { OffReason } from '@portal/contract/partners/webhook-rules.ts'
import type { Db } from '#platform/db/open.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { MAIL_LEASE_MS } from '#platform/mail/mail-retries.ts'
import { isPermanentFailure, type Mailer } from '#platform/mail/mailer.ts'

const RETRY_MS = 10 * MINUTE_MS

const WHY: Record<Exclude<OffReason, 'staff'>, string> = {
  gone: '它回应了 410（不再接收）',
  failing: '三天来每次送达都失败',
}

/** Mails a partner's contact that an endpoint was switched off. Another job is added when it is switched off again. */
export function createEndpointMails({ db, mailer }: { db: Db; mailer: Mailer }): JobHandler {
  return {
    async run({ ref }) {
      const endpoint = await db
        .selectFrom('webhook_endpoints as endpoint')
        .innerJoin('partners as partner', 'partner.id', 'endpoint.partner_id')
        .select(['endpoint.address', 'endpoint.off_reason', 'partner.contact_email'])
        .where('endpoint.id', '=', Number(ref))
        .executeTakeFirst()
      // Removed meanwhile.
      if (!endpoint) return
      const { address, off_reason, contact_email } = endpoint
      if (off_reason !== 'gone' && off_reason !== 'failing') return
      await mailer.send({ to: contact_email, ...offMail(address, WHY[off_reason]) })
    },
    leaseMs: MAIL_LEASE_MS,
    retryAfterMs: (_attempts, error) => (isPermanentFailure(error) ? undefined : RETRY_MS),
    atOnce: 1,
  }
}

function offMail(address: string, why: string) {
  const lines = ['您好：', '', `证书变动的通知地址已停用：${why}。`, address, '']
  lines.push('未送达的通知保留 30 天。请修复后联系我们重新启用，届时会依次补发。')
  lines.push('', '本邮件由系统发送，请勿直接回复。')
  return { subject: '证书变动的通知地址已停用', text: lines.join('\n') }
}
