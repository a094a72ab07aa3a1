import { Search } from '@lucide/icons'
import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
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
  const [at, setAt] = useState(0)
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.focus(), [])
  const found = findReplies(replies ?? [], typed)
  const chosen = found[Math.min(at, found.length - 1)]
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = found.length - 1
    const steps: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
    }
    if (event.key === 'Enter') {
      if (chosen) onPick(chosen)
    } else if (event.key in steps) {
      setAt(Math.max(0, steps[event.key] ?? 0))
    } else {
      return
    }
    event.preventDefault()
  }
  return (
    <Dialog
      label="插入常用语"
      placement="top"
      className={styles.panel}
      hasCloseButton={false}
      dismissOnScrim
      onClose={onClose}
    >
      <div className={styles.bar}>
        <Icon of={Search} sizePx={18} />
        <input
          ref={inputRef}
          className={styles.input}
          role="combobox"
          aria-label="查找常用语"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          autoComplete="off"
          placeholder="名称或内容"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={handleKeyDown}
        />
        <Button variant="quiet" onClick={onClose}>
          关闭
        </Button>
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label="常用语">
        {found.map((reply) => (
          <Option key={reply.id} id={`${id}-${reply.id}`} reply={reply} isChosen={reply === chosen} onPick={onPick} />
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{describeEmptyList(replies, typed)}</p>}
      {onManage && (
        <div className={styles.foot}>
          <Button variant="outline" onClick={onManage}>
            管理常用语
          </Button>
        </div>
      )}
    </Dialog>
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

interface OptionProps {
  id: string
  reply: SavedReply
  isChosen: boolean
  onPick: (reply: SavedReply) => void
}

function Option({ id, reply, isChosen, onPick }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    <div
      ref={ref}
      className={styles.option}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={() => onPick(reply)}
    >
      <b>{reply.title}</b>
      <span className={styles.text}>{reply.content}</span>
    </div>
  )
}
