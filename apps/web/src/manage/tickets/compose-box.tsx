import { FEEDBACK_ANSWER_MAX } from '@portal/contract/constants.ts'
import { TICKET_NOTE_MAX } from '@portal/contract/manage/ticket-rules.ts'
import type { Ticket } from '@portal/contract/manage/ticket-shapes.ts'
import { type RefObject, useId } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatClock } from '#lib/format.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './compose-box.module.css'
import { queueAnswer } from './outgoing-answers.ts'
import { useReplyDraft } from './reply-drafts.ts'
import { useTicketChange } from './use-ticket-change.ts'

export type ComposeKind = 'answer' | 'note'

interface ComposeBoxProps {
  ticket: Ticket
  kind: ComposeKind
  onKind: (kind: ComposeKind) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
  onChange: () => void
}

/** Answer and note: two boxes of different colour, each with a draft of its own. */
export function ComposeBox(props: ComposeBoxProps) {
  const { ticket, kind, onKind } = props
  const canAnswer = ticket.kind !== 'comment'
  const id = useId()
  const tabs = (canAnswer ? ['answer', 'note'] : ['note']) as readonly ComposeKind[]
  const shown = canAnswer ? kind : 'note'
  return (
    <div className={styles.root} data-kind={shown}>
      <div className={styles.tabs} role="tablist" aria-label="写给谁">
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className={styles.tab}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            onClick={() => onKind(tab)}
          >
            {tab === 'answer' ? '答复对方' : '内部备注'}
            <kbd>{tab === 'answer' ? 'R' : 'N'}</kbd>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {shown === 'answer' ? <AnswerBox key={ticket.id} {...props} /> : <NoteBox key={ticket.id} {...props} />}
      </div>
    </div>
  )
}

const CHANNELS = {
  notice: '以站内通知发出',
  mail: '以邮件发出，附继续回复的链接',
} as const

function AnswerBox({ ticket, fieldRef }: ComposeBoxProps) {
  const { id, version, channel } = ticket
  const draftKey = useDraftKey(`ticket:${id}:answer`)
  const { text, atMs, write } = useReplyDraft(draftKey)
  const isReady = text.trim() !== '' && text.length <= FEEDBACK_ANSWER_MAX && channel !== null
  const send = (state: 'waiting' | 'closed') => {
    if (!isReady) return
    const ref = crypto.randomUUID()
    queueAnswer({ ticketId: id, draftKey, body: { version, content: text, state, ref } })
    write('')
  }
  useKeys({ 'Mod+Enter': () => (document.activeElement === fieldRef.current ? send('closed') : false) })
  return (
    <>
      <Text label="答复对方" text={text} max={FEEDBACK_ANSWER_MAX} onText={write} fieldRef={fieldRef} />
      <p className={styles.hint}>
        <Saved atMs={atMs} />
        {channel === null ? '对方没有留下地址，或本站没有设置邮件：不能答复，可以写内部备注' : CHANNELS[channel]}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" disabled={!isReady} onClick={() => send('waiting')}>
          答复并等待
        </Button>
        <Button disabled={!isReady} onClick={() => send('closed')}>
          答复并办结 <KeyCaps of="Mod+Enter" />
        </Button>
      </div>
    </>
  )
}

function NoteBox({ ticket: { id }, fieldRef, onChange }: ComposeBoxProps) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const guarded = useTicketChange(onChange)
  const { text, atMs, write } = useReplyDraft(useDraftKey(`ticket:${id}:note`))
  const isReady = text.trim() !== '' && text.length <= TICKET_NOTE_MAX
  const save = async () => {
    if (!isReady || isBusy) return
    const body = { content: text }
    await run(async () => {
      const isDone = await guarded(() => api.call('POST /v1/manage/tickets/{id}/notes', { params: { id }, body }))
      if (isDone) write('')
    })
  }
  useKeys({ 'Mod+Enter': () => (document.activeElement === fieldRef.current ? void save() : false) })
  return (
    <>
      <Text label="内部备注" text={text} max={TICKET_NOTE_MAX} onText={write} fieldRef={fieldRef} />
      <p className={styles.hint}>
        <Saved atMs={atMs} />
        只有工作人员看得到
      </p>
      <div className={styles.actions}>
        <Button variant="outline" disabled={!isReady} isBusy={isBusy} busyLabel="保存中" onClick={() => void save()}>
          存为备注 <KeyCaps of="Mod+Enter" />
        </Button>
      </div>
    </>
  )
}

interface TextProps {
  label: string
  text: string
  max: number
  onText: (text: string) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

function Text({ label, text, max, onText, fieldRef }: TextProps) {
  const isOver = text.length > max
  const id = useId()
  return (
    <>
      <textarea
        ref={fieldRef}
        className={styles.text}
        aria-label={label}
        aria-invalid={isOver || undefined}
        aria-describedby={isOver ? id : undefined}
        rows={4}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {isOver && (
        <p className={styles.error} id={id}>
          已写 {text.length} 字，最多 {max} 字
        </p>
      )}
    </>
  )
}

function Saved({ atMs }: { atMs: number | null }) {
  return atMs === null ? null : <span className={styles.saved}>草稿已存本机 {formatClock(atMs)}</span>
}
