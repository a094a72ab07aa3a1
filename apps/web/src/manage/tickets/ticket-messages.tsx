import { Lock, UserRoundPen } from '@lucide/icons'
import type { Ticket, TicketEntry } from '@portal/contract/tickets/ticket-shapes.ts'
import { formatDayAndClock } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import { ReportedComment } from './reported-comment.tsx'
import { MailDelivery } from './ticket-delivery.tsx'
import styles from './ticket-messages.module.css'
import { TicketPictures } from './ticket-pictures.tsx'
import { describeEvent, getCustomerName, SOURCES } from './ticket-words.ts'

/** The conversation: messages of the customer, answers, notes and events, oldest first. */
export function TicketMessages({ ticket, onChange }: { ticket: Ticket; onChange: () => void }) {
  const name = getCustomerName(ticket)
  return (
    <ol className={styles.root} aria-label="往来">
      <li className={styles.in}>
        <Avatar name={name} />
        <div>
          <p className={styles.who}>
            <b>{name}</b> {describeContact(ticket)}
            <Time at={ticket.createTime} />
          </p>
          {ticket.kind === 'comment' ? (
            <ReportedComment ticket={ticket} onChange={onChange} />
          ) : (
            <div className={styles.bubble}>
              <p className={styles.words}>{ticket.content}</p>
              <TicketPictures of="customer" pictureNames={ticket.pictureNames} picture={ticket.picture} />
            </div>
          )}
        </div>
      </li>
      {ticket.entries.map((entry) => (
        <Entry key={entry.key} entry={entry} customer={name} ticket={ticket} onChange={onChange} />
      ))}
    </ol>
  )
}

interface EntryProps {
  entry: TicketEntry
  customer: string
  ticket: Ticket
  onChange: () => void
}

function Entry({ entry, customer, ticket, onChange }: EntryProps) {
  const { kind, name, content, time } = entry
  if (kind === 'event') {
    return (
      <li className={styles.event}>
        <Icon of={UserRoundPen} sizePx={16} />
        {name ?? '系统'} {describeEvent(entry)} <Time at={time} />
      </li>
    )
  }
  if (kind === 'note') {
    return (
      <li className={styles.note}>
        <Icon className={styles.lock} of={Lock} sizePx={16} />
        <div>
          <p className={styles.who}>
            <b>{name}</b> 内部备注 <Time at={time} />
          </p>
          <p className={styles.words}>{content}</p>
          <TicketPictures of="staff" pictureNames={entry.pictureNames} />
        </div>
      </li>
    )
  }
  const isAnswer = kind === 'answer'
  return (
    <li className={isAnswer ? styles.out : styles.in}>
      {!isAnswer && <Avatar name={customer} />}
      <div>
        <p className={styles.who}>
          <b>{isAnswer ? name : customer}</b> {isAnswer && '答复'} <Time at={time} />
        </p>
        <div className={styles.bubble}>
          {content !== '' && <p className={styles.words}>{content}</p>}
          <TicketPictures of={isAnswer ? 'staff' : 'customer'} pictureNames={entry.pictureNames} />
        </div>
        {isAnswer && <Delivery entry={entry} ticket={ticket} onChange={onChange} />}
      </div>
    </li>
  )
}

/** How an answer reached the customer. */
function Delivery({ entry: { mail, isNotice }, ticket, onChange }: Omit<EntryProps, 'customer'>) {
  if (isNotice) return <p className={styles.delivery}>已发站内通知</p>
  if (!mail) {
    const where = ticket.source === 'site' ? '显示在对方的跟进链接中' : '留作记录，电话或当面告知'
    return <p className={styles.delivery}>{where}</p>
  }
  return <MailDelivery ticket={ticket} mail={mail} onChange={onChange} />
}

/** Describes the origin of the message, and the contact of the customer. */
function describeContact({ kind, customerId, source, phone, email }: Ticket): string {
  if (kind === 'comment' || customerId !== null) return ''
  const from = source === 'site' ? '没有账号' : SOURCES[source]
  return [from, phone && `电话 ${phone}`, email && `邮箱 ${email}`].filter(Boolean).join('，')
}

function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  )
}

function Time({ at }: { at: string }) {
  return <time className={styles.time}>{formatDayAndClock(at, Date.now())}</time>
}
