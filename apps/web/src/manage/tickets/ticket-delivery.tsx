import type { Ticket, TicketMail } from '@portal/contract/tickets/ticket-shapes.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatDayAndClock } from '#lib/format.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './ticket-messages.module.css'
import { useTicketChange } from './use-ticket-change.ts'

interface MailDeliveryProps {
  ticket: Pick<Ticket, 'id' | 'email'>
  mail: TicketMail
  onChange: () => void
}

/** The mail of an answer: its recipient, its state, the reason of a failure, and the time of the next attempt. */
export function MailDelivery({ ticket: { id, email }, mail, onChange }: MailDeliveryProps) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const guarded = useTicketChange(onChange)
  const { state, reason, attempts, retryTime } = mail
  const resend = () =>
    guarded(() => api.call('POST /v1/manage/tickets/{id}/mails', { params: { id }, body: { mailId: mail.id } }))
  const canSendNow = state === 'failed' || retryTime !== null
  return (
    <p className={styles.delivery}>
      <MailState mail={mail} />
      <span>{email}</span>
      {reason !== null && (
        <span>
          {attempts > 1 && `试过 ${attempts} 次；`}
          {reason}
        </span>
      )}
      {retryTime !== null && <span>下次重试 {formatTime(retryTime)}</span>}
      {canSendNow && (
        <Button variant="quiet" isBusy={isBusy} onClick={() => void run(resend)}>
          {state === 'failed' ? '重发' : '立即重试'}
        </Button>
      )}
    </p>
  )
}

function MailState({ mail: { state, reason, retryTime, time } }: { mail: TicketMail }) {
  if (state === 'sent') return <StatusMark shape="live">邮件已送出 {formatTime(time)}</StatusMark>
  if (state === 'failed') return <StatusMark shape="stop">邮件未送出</StatusMark>
  if (retryTime !== null) return <StatusMark shape="wait">邮件未送出，等待重试</StatusMark>
  return <StatusMark shape="time">{reason === null ? '邮件排队中' : '正在重试'}</StatusMark>
}

const formatTime = (time: string) => formatDayAndClock(time, Date.now())
