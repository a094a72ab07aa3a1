import { ArrowLeft, ChevronDown, ChevronUp, ClockAlert } from '@lucide/icons'
import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ComposeBox, type ComposeBoxProps } from './compose-box.tsx'
import { TicketMessages } from './ticket-messages.tsx'
import styles from './ticket-page.module.css'
import { formatHours } from './ticket-words.ts'

interface TicketConversationProps {
  ticket: Ticket
  /** Address of the list, for the link back on a phone. */
  listTo: string
  previousTo: string | null
  nextTo: string | null
  compose: Omit<ComposeBoxProps, 'ticket' | 'onChange'>
  onTake: () => void
  onChange: () => void
}

/** The middle column: title, overdue note, conversation, and the boxes for answer and note. */
export function TicketConversation(props: TicketConversationProps) {
  const { ticket, listTo, previousTo, nextTo, compose, onTake, onChange } = props
  const { id, title, certificateNo, assigneeId, leftMs, isStopped } = ticket
  const isLate = !isStopped && leftMs !== null && leftMs < 0
  return (
    <section className={styles.conversation} aria-labelledby="ticket-title">
      <header className={styles.head}>
        <Link className={styles.back} to={listTo}>
          <Icon of={ArrowLeft} />
          <VisuallyHidden>返回列表</VisuallyHidden>
        </Link>
        <div className={styles.titles}>
          <h2 id="ticket-title" tabIndex={-1}>
            {title}
          </h2>
          <p className={styles.muted}>
            T-{id}
            {certificateNo && <span className={styles.certificate}>证书 {certificateNo}</span>}
          </p>
        </div>
        <Step to={previousTo} label="上一件 K" icon={ChevronUp} />
        <Step to={nextTo} label="下一件 J" icon={ChevronDown} />
      </header>
      {(isLate || (assigneeId === null && ticket.state !== 'closed')) && (
        <div className={styles.strip}>
          <Note
            tone={isLate ? 'error' : 'info'}
            icon={ClockAlert}
            action={
              assigneeId === null && (
                <Button onClick={onTake}>
                  由我经办 <KeyCaps of="a" />
                </Button>
              )
            }
          >
            {isLate && `已超答复时限 ${formatHours(-leftMs)}。`}
            {assigneeId === null && '无人经办'}
          </Note>
        </div>
      )}
      <TicketMessages ticket={ticket} onChange={onChange} />
      <ComposeBox ticket={ticket} {...compose} onChange={onChange} />
    </section>
  )
}

function Step({ to, label, icon }: { to: string | null; label: string; icon: typeof ChevronUp }) {
  if (to === null) return null
  return (
    <Link className={styles.step} to={to} title={label} preventScrollReset={true}>
      <Icon of={icon} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Link>
  )
}
