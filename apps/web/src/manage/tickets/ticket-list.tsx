import type { TicketItem } from '@portal/contract/tickets/ticket-shapes.ts'
import { DueRuler } from '#manage/controls/values/ruler.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './ticket-list.module.css'
import { computeUsedShare, describeDue, getCustomerName, KINDS, STATES } from './ticket-words.ts'

interface TicketListProps {
  tickets: readonly TicketItem[]
  openId: number | null
  linkTo: (id: number) => string
  /** Address of the next page. */
  olderTo: string | null
  /** Address of the first page, on a later one. */
  newestTo: string | null
  /** A filter is set. */
  isFiltered: boolean
  /** The open ticket, when the list does not have it. */
  elsewhere: Pick<TicketItem, 'id' | 'state'> | null
}

/** The tickets of a view, one below the other. */
export function TicketList(props: TicketListProps) {
  const { tickets, openId, linkTo, olderTo, newestTo, isFiltered, elsewhere } = props
  if (tickets.length === 0) {
    return (
      <div className={styles.root}>
        {elsewhere && <Elsewhere ticket={elsewhere} />}
        <EmptyState title={isFiltered ? '没有这样的工单' : '这里没有工单'}>
          {isFiltered && (
            <ButtonLink variant="outline" to="/tickets?view=all">
              看全部工单
            </ButtonLink>
          )}
        </EmptyState>
      </div>
    )
  }
  return (
    <nav className={styles.root} aria-label="工单">
      {elsewhere && <Elsewhere ticket={elsewhere} />}
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Row ticket={ticket} to={linkTo(ticket.id)} isOpen={ticket.id === openId} />
          </li>
        ))}
      </ul>
      {(olderTo || newestTo) && (
        <div className={styles.foot}>
          {newestTo && (
            <ButtonLink variant="outline" to={newestTo}>
              回到开头
            </ButtonLink>
          )}
          {olderTo && (
            <ButtonLink variant="outline" to={olderTo}>
              往下 50 件
            </ButtonLink>
          )}
        </div>
      )}
    </nav>
  )
}

/** Says where the open ticket is, once it has left the list beside it. */
function Elsewhere({ ticket: { id, state } }: { ticket: Pick<TicketItem, 'id' | 'state'> }) {
  return (
    <p className={styles.elsewhere} role="status">
      打开的 T-{id} 不在这一列，现在是
      <TextLink to={`/tickets/${id}?view=${state}`}>“{STATES[state].label}”</TextLink>
    </p>
  )
}

function Row({ ticket, to, isOpen }: { ticket: TicketItem; to: string; isOpen: boolean }) {
  const { id, kind, state, title, pictures, reports } = ticket
  const { label, tone } = KINDS[kind]
  return (
    <Link className={styles.row} to={to} aria-current={isOpen ? 'true' : undefined} preventScrollReset={true}>
      <span className={styles.line}>
        <Tag tone={tone}>{label}</Tag>
        <StatusMark shape={STATES[state].shape}>{STATES[state].label}</StatusMark>
      </span>
      <b className={styles.title}>
        {title}
        {pictures > 0 && `（附 ${pictures} 图）`}
      </b>
      <span className={styles.customer}>
        {reports > 0 && `${reports} 人举报　`}
        {getCustomerName(ticket)}
      </span>
      <span className={styles.line}>
        <span className={styles.number}>T-{id}</span>
        <Due ticket={ticket} />
      </span>
    </Link>
  )
}

function Due({ ticket: { state, leftMs, allowedMs, isStopped, hasFailedMail } }: { ticket: TicketItem }) {
  if (hasFailedMail) return <StatusMark shape="stop">邮件未送出</StatusMark>
  if (state === 'closed' || leftMs === null) return null
  if (isStopped) return <span className={styles.customer}>计时暂停</span>
  return <DueRuler share={computeUsedShare({ leftMs, allowedMs })}>{describeDue(leftMs)}</DueRuler>
}
