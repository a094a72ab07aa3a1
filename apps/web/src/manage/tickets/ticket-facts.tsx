import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { TICKET_STATES, type TicketState } from '@portal/contract/tickets/ticket-rules.ts'
import type { AnswerTimes, Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { DueRuler } from '#manage/controls/values/ruler.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { AnswerTimesPanel } from './answer-times.tsx'
import styles from './ticket-page.module.css'
import { computeUsedShare, describeDue, formatHours, SOURCES, STATES } from './ticket-words.ts'

export interface TicketUpdate {
  state?: TicketState
  assigneeId?: string | null
  dueTime?: string
}

interface TicketFactsProps {
  ticket: Ticket
  staff: readonly { id: string; nickname: string }[]
  times: AnswerTimes | null
  onUpdate: (update: TicketUpdate) => void
  onMoveDue: () => void
}

/** State, assignee, due time, related tickets, and the times of answers. */
export function TicketFacts({ ticket, staff, times, onUpdate, onMoveDue }: TicketFactsProps) {
  const { state, assigneeId } = ticket
  const isKnown = assigneeId === null || staff.some(({ id }) => id === assigneeId)
  const people = staff.map(({ id, nickname }) => ({ value: id, label: nickname }))
  return (
    <aside className={styles.facts} aria-label="工单资料">
      <Panel>
        <div className={styles.stack}>
          <Field label="状态">
            <Select
              value={state}
              options={TICKET_STATES.map((one) => ({ value: one, label: STATES[one].label }))}
              onChange={({ target }) => onUpdate({ state: target.value as TicketState })}
            />
          </Field>
          <Field label="经办人">
            <Select
              value={assigneeId ?? ''}
              options={[
                { value: '', label: '无人经办' },
                ...people,
                ...(isKnown ? [] : [{ value: assigneeId ?? '', label: ticket.assigneeName ?? '已离职' }]),
              ]}
              onChange={({ target }) => onUpdate({ assigneeId: target.value || null })}
            />
          </Field>
          <Due ticket={ticket} onMoveDue={onMoveDue} />
        </div>
      </Panel>
      <Related ticket={ticket} />
      {times && <AnswerTimesPanel times={times} />}
    </aside>
  )
}

function Due({ ticket, onMoveDue }: { ticket: Ticket; onMoveDue: () => void }) {
  const { leftMs, allowedMs, dueTime, state, closeTime } = ticket
  if (state === 'closed' || leftMs === null) {
    return <p className={styles.muted}>办结于 {closeTime?.slice(0, 16)}</p>
  }
  return (
    <div className={styles.due}>
      <p className={styles.dueHead}>
        答复时限 <span className={styles.muted}>{formatHours(allowedMs)}，只计开放时间</span>
      </p>
      <DueRuler share={computeUsedShare({ leftMs, allowedMs })}>{describeDue(leftMs)}</DueRuler>
      {dueTime === null ? (
        <p className={styles.muted}>计时暂停，等对方回复</p>
      ) : (
        <p className={styles.muted}>
          应于 {dueTime.slice(5, 16)} 前{' '}
          <Button variant="quiet" className={styles.inline} onClick={onMoveDue}>
            改期
          </Button>
        </p>
      )}
    </div>
  )
}

function Related({ ticket }: { ticket: Ticket }) {
  const { certificateNo, customerId, otherTickets, kind, comment, type, source } = ticket
  const copied = useCopied(certificateNo)
  const account = customerId ?? comment?.userId ?? null
  return (
    <Panel title="相关">
      <Facts
        of={[
          [
            '证书',
            certificateNo && (
              <a
                key="certificate"
                className={classNames(styles.link, styles.number)}
                href={`/certificate-check?no=${certificateNo}`}
              >
                {certificateNo}
              </a>
            ),
          ],
          ['副本', copied && <CopyLink certificateNo={copied} />],
          ['来源', source === 'site' ? null : SOURCES[source]],
          ['内容', kind === 'feedback' ? (type === 2 ? '问题' : '建议') : null],
          [
            '此人',
            account ? (
              <a key="user" className={styles.link} href={`/user?id=${account}`}>
                会员
              </a>
            ) : (
              '没有账号'
            ),
          ],
          ['另有', kind === 'feedback' ? `${otherTickets} 件工单` : null],
        ]}
      />
    </Panel>
  )
}

/** Duties that may open the page of prints. */
const COPY_DUTIES = ['support', 'certify', 'approve'] as const

/** Returns the number in a ticket when the reader may print copies; customers type it, so that it may be invalid. */
function useCopied(typed: string | null): string | null {
  const { duties } = useSelf()
  const reading = readCertificateNo(typed ?? '')
  return reading.kind === 'right' && hasDuty(duties, COPY_DUTIES) ? reading.certificateNo : null
}

function CopyLink({ certificateNo }: { certificateNo: string }) {
  return (
    <Link className={styles.link} to={`/certificates/print?no=${certificateNo}`}>
      打印副本
    </Link>
  )
}
