import { SECOND_MS } from '@portal/contract/constants.ts'
import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import type { AnswerTimes, Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import type { ComposeKind } from './compose-box.tsx'
import { DueDialog } from './due-dialog.tsx'
import { TicketConversation } from './ticket-conversation.tsx'
import { TicketFacts, type TicketUpdate } from './ticket-facts.tsx'
import { useTicketChange } from './use-ticket-change.ts'

/** Delay of a reload while a mail is being sent. */
const MAIL_WAIT_MS = 3 * SECOND_MS

interface OpenTicketProps {
  ticket: Ticket
  staff: readonly { id: string; nickname: string }[]
  times: AnswerTimes | null
  replies: readonly SavedReply[] | null
  onManageReplies: (() => void) | undefined
  listTo: string
  previousTo: string | null
  nextTo: string | null
  onChange: () => void
}

/** One ticket: conversation and facts. Keys: A assigns it to the caller, R answers, N notes, D moves the due time, E closes. */
export function OpenTicket(props: OpenTicketProps) {
  const { ticket, staff, times, replies, listTo, previousTo, nextTo, onManageReplies, onChange } = props
  const api = useApi()
  const self = useSelf()
  const guarded = useTicketChange(onChange)
  const [kind, setKind] = useState<ComposeKind>('answer')
  const [isMoving, setMoving] = useState(false)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { id, version, dueTime, state } = ticket
  const update = (change: TicketUpdate) =>
    void guarded(() => api.call('PUT /v1/manage/tickets/{id}', { params: { id }, body: { version, ...change } }))
  const assignToSelf = () => update({ assigneeId: self.id })
  const write = (next: ComposeKind) => () => {
    flushSync(() => setKind(next))
    fieldRef.current?.focus()
  }
  const isMailing = ticket.entries.some(({ mail }) => mail?.state === 'queued' && mail.retryTime === null)

  useEffect(() => {
    if (!isMailing) return undefined
    const timer = setTimeout(onChange, MAIL_WAIT_MS)
    return () => clearTimeout(timer)
  })
  useKeys({
    a: { words: '由我经办', run: assignToSelf },
    r: { words: '答复对方', run: write('answer') },
    n: { words: '内部备注', run: write('note') },
    d: { words: '改期', run: () => setMoving(dueTime !== null) },
    e: { words: '办结', run: () => (state === 'closed' ? false : update({ state: 'closed' })) },
  })
  return (
    <>
      <TicketConversation
        {...{ ticket, listTo, previousTo, nextTo, onChange }}
        compose={{ kind, onKind: setKind, fieldRef, replies, onManageReplies }}
        onTake={assignToSelf}
      />
      <TicketFacts {...{ ticket, staff, times }} onUpdate={update} onMoveDue={() => setMoving(true)} />
      {isMoving && (
        <DueDialog dueTime={dueTime} onMove={(next) => update({ dueTime: next })} onClose={() => setMoving(false)} />
      )}
    </>
  )
}
