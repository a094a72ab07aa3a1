import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import { TICKET_NOTE_MAX } from '@portal/contract/tickets/ticket-rules.ts'
import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { type RefObject, useId } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PictureBox, PictureButton } from '#manage/controls/pictures/picture-box.tsx'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { AnswerBox } from './answer-box.tsx'
import styles from './compose-box.module.css'
import { ComposeText, SavedAt } from './compose-text.tsx'
import { useTicketPictures } from './pictures/use-ticket-pictures.ts'
import { useReplyDraft } from './reply-drafts.ts'
import { useTicketChange } from './use-ticket-change.ts'

export type ComposeKind = 'answer' | 'note'

export interface ComposeBoxProps {
  ticket: Ticket
  kind: ComposeKind
  onKind: (kind: ComposeKind) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
  replies: readonly SavedReply[] | null
  onManageReplies: (() => void) | undefined
  onChange: () => void
}

/** Answer and note: two boxes of different colour, each with a separate draft. */
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
            <KeyCaps of={tab === 'answer' ? 'r' : 'n'} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {shown === 'answer' ? <AnswerBox key={ticket.id} {...props} /> : <NoteBox key={ticket.id} {...props} />}
      </div>
    </div>
  )
}

function NoteBox({ ticket: { id }, fieldRef, onChange }: ComposeBoxProps) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const guarded = useTicketChange(onChange)
  const draftKey = useDraftKey(`ticket:${id}:note`)
  const { text, atMs, write } = useReplyDraft(draftKey)
  const pictures = useTicketPictures(draftKey, id)
  const isReady = text.trim() !== '' && text.length <= TICKET_NOTE_MAX && pictures.pending === ''
  const save = async () => {
    if (!isReady || isBusy) return
    const body = { content: text, ...(pictures.names.length > 0 && { pictures: [...pictures.names] }) }
    await run(async () => {
      const isDone = await guarded(() => api.call('POST /v1/manage/tickets/{id}/notes', { params: { id }, body }))
      if (!isDone) return
      write('')
      pictures.clear()
    })
  }
  useKeys({
    'Mod+Enter': {
      words: '存为备注',
      run: () => (document.activeElement === fieldRef.current ? void save() : false),
    },
  })
  return (
    <>
      <PictureBox pictures={pictures}>
        <ComposeText label="内部备注" text={text} max={TICKET_NOTE_MAX} onText={write} fieldRef={fieldRef} />
      </PictureBox>
      <p className={styles.hint}>
        <SavedAt atMs={atMs} />
        只有工作人员看得到
      </p>
      <div className={styles.actions}>
        <div className={styles.tools}>
          <PictureButton pictures={pictures} />
        </div>
        <Button variant="outline" disabled={!isReady} isBusy={isBusy} busyLabel="保存中" onClick={() => void save()}>
          存为备注 <KeyCaps of="Mod+Enter" />
        </Button>
      </div>
    </>
  )
}
