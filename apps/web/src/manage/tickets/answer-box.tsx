import { MessageSquareQuote } from '@lucide/icons'
import { FEEDBACK_ANSWER_MAX } from '@portal/contract/constants.ts'
import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import { fillReply, findOpenPlaceholders } from '@portal/contract/tickets/saved-reply-rules.ts'
import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PictureBox, PictureButton } from '#manage/controls/pictures/picture-box.tsx'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { ContactEmail, describeDelivery } from './answer-way.tsx'
import styles from './compose-box.module.css'
import { ComposeText, SavedAt } from './compose-text.tsx'
import { queueAnswer } from './outgoing-answers.ts'
import { useTicketPictures } from './pictures/use-ticket-pictures.ts'
import { ReplyPicker } from './replies/reply-picker.tsx'
import { useReplyDraft } from './reply-drafts.ts'

interface AnswerBoxProps {
  ticket: Ticket
  /** `null`: they could not be loaded. */
  replies: readonly SavedReply[] | null
  fieldRef: RefObject<HTMLTextAreaElement | null>
  onManageReplies: (() => void) | undefined
  onChange: () => void
}

/** The answer to the customer. A saved reply is inserted at the cursor, with its placeholders filled in. */
export function AnswerBox({ ticket, replies, fieldRef, onManageReplies, onChange }: AnswerBoxProps) {
  const { id, version, channel } = ticket
  const draftKey = useDraftKey(`ticket:${id}:answer`)
  const { text, atMs, write } = useReplyDraft(draftKey)
  const pictures = useTicketPictures(draftKey, id)
  const [isPicking, setPicking] = useState(false)
  const open = findOpenPlaceholders(text)
  const isWritten = text.trim() !== '' && text.length <= FEEDBACK_ANSWER_MAX && open.length === 0
  const isReady = isWritten && channel !== null && pictures.pending === ''
  const send = (state: 'waiting' | 'closed') => {
    if (!isReady) return
    const ref = crypto.randomUUID()
    const added = pictures.names.length > 0 && { pictures: [...pictures.names] }
    queueAnswer({ ticketId: id, draftKey, body: { version, content: text, state, ref, ...added } })
    write('')
    pictures.clear()
  }
  const insert = ({ content }: SavedReply) => {
    const field = fieldRef.current
    const [start, end] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
    const filled = fillReply(content, toPlaceholderValues(ticket))
    flushSync(() => {
      write(text.slice(0, start) + filled + text.slice(end))
      setPicking(false)
    })
    field?.focus()
    field?.setSelectionRange(start + filled.length, start + filled.length)
  }
  useKeys({
    'Mod+Enter': {
      words: '答复并办结',
      run: () => (document.activeElement === fieldRef.current ? send('closed') : false),
    },
    'Mod+J': { words: '插入常用语', run: () => setPicking(true) },
  })
  return (
    <>
      <PictureBox pictures={pictures}>
        <ComposeText label="答复对方" text={text} max={FEEDBACK_ANSWER_MAX} onText={write} fieldRef={fieldRef} />
      </PictureBox>
      <p className={styles.hint}>
        <SavedAt atMs={atMs} />
        {describeDelivery(ticket, pictures.names.length)}
      </p>
      <ContactEmail ticket={ticket} onChange={onChange} />
      {open.length > 0 && (
        <p className={styles.error} role="status">
          请先改好{open.map((name) => `{${name}}`).join('、')}，再答复
        </p>
      )}
      <div className={styles.actions}>
        <div className={styles.tools}>
          <PictureButton pictures={pictures} />
          <Button variant="quiet" icon={MessageSquareQuote} onClick={() => setPicking(true)}>
            常用语
          </Button>
        </div>
        <Button variant="outline" disabled={!isReady} onClick={() => send('waiting')}>
          答复并等待
        </Button>
        <Button disabled={!isReady} onClick={() => send('closed')}>
          答复并办结 <KeyCaps of="Mod+Enter" />
        </Button>
      </div>
      {isPicking && (
        <ReplyPicker replies={replies} onPick={insert} onManage={onManageReplies} onClose={() => setPicking(false)} />
      )}
    </>
  )
}

function toPlaceholderValues({ id, customer, certificateNo }: Ticket) {
  return { 称呼: customer ?? '客户', 工单号: `T-${id}`, 证书编号: certificateNo }
}
