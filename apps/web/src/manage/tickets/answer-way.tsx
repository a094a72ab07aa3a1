import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './compose-box.module.css'
import { useTicketChange } from './use-ticket-change.ts'

/** Describes how an answer would be delivered now. @param pictures number of its pictures */
export function describeDelivery({ channel, email, isMailLinked }: Ticket, pictures: number): string {
  const ifPictures = (text: string) => (pictures > 0 ? text : '')
  if (channel === 'notice') return `以站内通知发出${ifPictures('，对方点开通知查看图片')}`
  if (channel === 'phone') {
    return `对方没有邮箱：请电话或当面告知，这里留作记录${ifPictures('，图片不会送到对方')}`
  }
  if (channel === 'link') {
    return `不发邮件，也不另行通知：答复${ifPictures('与图片')}显示在对方的跟进链接中`
  }
  if (channel === 'mail') {
    if (isMailLinked) return `以邮件发到 ${email}，附继续回复的链接${ifPictures('；图片不在邮件中，在链接中查看')}`
    return `以邮件发到 ${email}，不附链接（没有网站地址，请运维人员设置），对方不能在线回复${ifPictures('，也看不到图片，须另行提供')}`
  }
  const reason = email === null ? '对方没有可用的邮箱或跟进链接' : '本站没有设置邮件，对方也没有可用的跟进链接'
  return `${reason}：不能答复，可以写内部备注`
}

/** The mail address that a reporter gave as contact: staff decide whether answers go there. */
export function ContactEmail({ ticket, onChange }: { ticket: Ticket; onChange: () => void }) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const guarded = useTicketChange(onChange)
  const { id, version, email, contactEmail } = ticket
  if (contactEmail === null) return null
  const isUsed = email === contactEmail
  const choose = () =>
    guarded(() =>
      api.call('PUT /v1/manage/tickets/{id}', { params: { id }, body: { version, usesContactEmail: !isUsed } }),
    )
  return (
    <p className={styles.contact}>
      <span>
        联系方式中有邮箱 <b>{contactEmail}</b>，由对方自填，未经核实
      </span>
      <Button variant="outline" isBusy={isBusy} onClick={() => void run(choose)}>
        {isUsed ? '不再用这个邮箱' : '用这个邮箱答复'}
      </Button>
    </p>
  )
}
