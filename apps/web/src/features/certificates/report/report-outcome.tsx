import { CircleAlert, CircleCheck } from '@lucide/icons'
import { LINK_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import type { Ref } from 'react'
import { CopyFollowLink, toFollowPath } from '#domain/conversation/copy-follow-link.tsx'
import type { ContactFact } from '#domain/standing-pages/contact-facts.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import tones from '../verdict-tones.module.css'
import { toLetter } from './report-draft.ts'
import styles from './report-outcome.module.css'
import type { ReportOutcome } from './use-report.ts'

type Failed = Extract<ReportOutcome, { kind: 'failed' }>

/** Shown when the report was accepted. */
export function ReportSent({ titleRef, followed }: ReportSentProps) {
  const path = followed && toFollowPath(followed.key)
  return (
    <section className={styles.root} data-tone="good">
      <Icon of={CircleCheck} sizePx={28} className={tones.icon} />
      <div className={shared.stack2}>
        <h2 className={styles.title} ref={titleRef} tabIndex={-1}>
          举报已提交
        </h2>
        <p>内容已转交本中心工作人员。请保留证书、实物与交易记录，核实时可能需要。</p>
        {followed && path && (
          <>
            <p>
              举报编号 <b className={styles.number}>T-{followed.ticket}</b>
            </p>
            <p>
              处理进度与答复在<TextLink to={path}>跟进链接</TextLink>
              中，也可以补充说明与图片。链接 {LINK_DAYS}{' '}
              天内有效，请现在保存：我们无法再次发给您。持有链接的人都能看到内容。
            </p>
          </>
        )}
        <div className={shared.wrap3}>
          {followed && <CopyFollowLink conversationKey={followed.key} className={styles.action} />}
          <ButtonLink variant="outline" to="/certificate-check" className={styles.action}>
            查询证书
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

interface ReportSentProps {
  titleRef: Ref<HTMLHeadingElement>
  /** Number and key of the conversation; `null` from upstreams without them. */
  followed: { ticket: number; key: string } | null
}

/** Shown when the report was not accepted: the reason, and other ways to send it. */
export function ReportFailed({ outcome, email, phone, titleRef }: ReportFailedProps) {
  return (
    <section className={styles.root} data-tone="bad" role="alert">
      <Icon of={CircleAlert} sizePx={28} className={tones.icon} />
      <div className={shared.stack2}>
        <h2 className={styles.title} ref={titleRef} tabIndex={-1}>
          尚未提交
        </h2>
        <p>{getReason(outcome)}。已填写的内容保留在下方。</p>
        {(email || phone) && (
          <p>
            也可以
            {email && <TextLink to={toMailAddress(email, outcome)}>用邮件寄出已填写的内容</TextLink>}
            {email && phone && '，或'}
            {phone?.href && (
              <>
                致电 <TextLink to={phone.href}>{phone.value}</TextLink>
              </>
            )}
            。
          </p>
        )}
      </div>
    </section>
  )
}

interface ReportFailedProps {
  outcome: Failed
  email: ContactFact | undefined
  phone: ContactFact | undefined
  titleRef: Ref<HTMLHeadingElement>
}

/** Messages of the API may end with a full stop. */
function getReason({ message }: Failed): string {
  return message.replace(/[。.]$/, '') || '网络未能连通，请稍后重试'
}

function toMailAddress({ value }: ContactFact, { draft }: Failed): string {
  const { title, content } = toLetter(draft)
  return `mailto:${value}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(content)}`
}
