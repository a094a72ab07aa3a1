import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import { useState } from 'react'
import { Picker } from '#manage/controls/dialogs/picker.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './reply-picker.module.css'

interface ReplyPickerProps {
  /** `null`: they could not be loaded. */
  replies: readonly SavedReply[] | null
  onPick: (reply: SavedReply) => void
  /** Opens the editing of saved replies; given to staff who may edit them. */
  onManage: (() => void) | undefined
  onClose: () => void
}

/** Chooses a saved reply by a part of its text; arrow keys move, Enter inserts. */
export function ReplyPicker({ replies, onPick, onManage, onClose }: ReplyPickerProps) {
  const [typed, setTyped] = useState('')
  const found = findReplies(replies ?? [], typed)
  const options = found.map((reply) => ({
    key: String(reply.id),
    content: (
      <>
        <b>{reply.title}</b>
        <span className={styles.text}>{reply.content}</span>
      </>
    ),
    onPick: () => onPick(reply),
  }))
  return (
    <Picker
      label="插入常用语"
      fieldLabel="查找常用语"
      listLabel="常用语"
      placeholder="名称或内容"
      typed={typed}
      onType={setTyped}
      options={options}
      listClass={styles.list}
      optionClass={styles.option}
      closeButton={
        <Button variant="quiet" onClick={onClose}>
          关闭
        </Button>
      }
      onClose={onClose}
    >
      {found.length === 0 && <p className={styles.none}>{describeEmptyList(replies, typed)}</p>}
      {onManage && (
        <div className={styles.foot}>
          <Button variant="outline" onClick={onManage}>
            管理常用语
          </Button>
        </div>
      )}
    </Picker>
  )
}

function findReplies(replies: readonly SavedReply[], typed: string): readonly SavedReply[] {
  const query = typed.trim().toLowerCase()
  const inTitle = replies.filter(({ title }) => title.toLowerCase().includes(query))
  const inContent = replies.filter((one) => !inTitle.includes(one) && one.content.toLowerCase().includes(query))
  return [...inTitle, ...inContent]
}

function describeEmptyList(replies: readonly SavedReply[] | null, typed: string): string {
  if (replies === null) return '常用语没有取到，请关闭后重试'
  return replies.length === 0 ? '还没有常用语' : `没有含“${typed.trim()}”的常用语`
}
