import { ImagePlus, SendHorizontal } from '@lucide/icons'
import { MESSAGE_TYPE } from '@portal/contract/socket.ts'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { countChars } from '#lib/feedback.ts'
import { type Draft, useDraft } from '#lib/use-draft.ts'
import { sendTyping } from '#live/live.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmojiButton } from '#ui/forms/emoji-button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isSharingTyping } from './chat-settings.tsx'
import styles from './composer.module.css'
import { toMessageHtml } from './log/message-html.ts'
import { useChat, useChatState } from './use-chat.ts'

export interface ComposerHandle {
  /** Appends a text to the draft. */
  put: (text: string) => void
}

export interface ComposerProps {
  peerId: string
  name: string
  onPictures: (files: readonly File[]) => void
  ref: Ref<ComposerHandle>
}

/** Limits of a message: its characters, and its HTML, which must fit into one frame. */
const TEXT_MAX = 2000
const HTML_MAX = 8000
/** Number of characters from which the count is shown. */
const TEXT_NEAR_MAX = 1800

/** Input field for a message: Enter sends, Shift+Enter and Ctrl+Enter start a new line. */
export function Composer({ peerId, name, onPictures, ref }: ComposerProps) {
  const id = useId()
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { actions } = useChat()
  const ownId = useChatState((state) => state.ownId)
  const draft = useDraft(`chat-draft:${ownId}:${peerId}`)
  const [isTooLong, setIsTooLong] = useState(false)
  useGrowing(fieldRef, draft.text)
  useFocusOnDesktop(fieldRef)
  useImperativeHandle(ref, () => ({
    put(text) {
      draft.set(draft.text.trim() === '' ? text : `${draft.text}\n${text}`)
      fieldRef.current?.focus()
    },
  }))

  const count = countChars(draft.text.trim())
  const send = () => {
    const html = toMessageHtml(draft.text)
    fieldRef.current?.focus()
    if (html === '') return
    const isOver = count > TEXT_MAX || html.length > HTML_MAX
    setIsTooLong(isOver)
    if (isOver) return
    actions.send(peerId, html, MESSAGE_TYPE.text)
    draft.set('')
  }
  const handleChange = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    draft.set(target.value)
    setIsTooLong(false)
    if (isSharingTyping() && target.value.trim() !== '') sendTyping(peerId)
  }
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // Office programs copy a picture of the text along with the text.
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    onPictures(files)
  }
  return (
    <div className={styles.root}>
      <label htmlFor={id}>
        <VisuallyHidden>{`写给${name}的消息`}</VisuallyHidden>
      </label>
      <textarea
        className={styles.field}
        id={id}
        ref={fieldRef}
        rows={2}
        value={draft.text}
        placeholder="输入消息"
        enterKeyHint="send"
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${id}-count`}
        onChange={handleChange}
        onPaste={handlePaste}
        onKeyDown={(event) => handleEnter(event, { send, draft })}
      />
      <div className={styles.bar}>
        <EmojiButton fieldRef={fieldRef} draft={draft} panelClassName={styles.panel} />
        <PictureButton onPictures={onPictures} />
        <small className={styles.hint}>Enter 发送，Shift + Enter 换行</small>
        <span className={styles.count} id={`${id}-count`} data-over={isTooLong || count > TEXT_MAX || undefined}>
          {isTooLong && '内容过长，请缩短或分成几条发送 '}
          {count >= TEXT_NEAR_MAX && `${count} / ${TEXT_MAX}`}
        </span>
        <VisuallyHidden role="alert">{isTooLong && '内容过长，请缩短或分成几条发送'}</VisuallyHidden>
        <Button icon={SendHorizontal} onClick={send}>
          发送
        </Button>
      </div>
    </div>
  )
}

/** Ignores the Enter that confirms a word of an input method; in Safari its code is 229. */
function handleEnter(event: KeyboardEvent<HTMLTextAreaElement>, { send, draft }: { send: () => void; draft: Draft }) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
  if (event.shiftKey || event.altKey) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) insertLine(event.currentTarget, draft)
  else send()
}

function insertLine(field: HTMLTextAreaElement, draft: Draft): void {
  const at = field.selectionStart
  draft.set(`${draft.text.slice(0, at)}\n${draft.text.slice(field.selectionEnd)}`)
  // Runs after React has set the value, which moves the caret to the end.
  requestAnimationFrame(() => field.setSelectionRange(at + 1, at + 1))
}

/** Makes the field grow with its text, up to the limit of the style sheet. */
function useGrowing(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const field = ref.current
    if (!field) return
    field.style.setProperty('block-size', 'auto')
    field.style.setProperty('block-size', `${field.scrollHeight}px`)
  }, [ref, text])
}

/** Focuses the field, except on phones, whose keyboard would cover the messages. */
function useFocusOnDesktop(ref: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (!matchMedia('(min-width: 720px) and (pointer: fine)').matches) return undefined
    // Runs after the focus that every change of page sets for screen readers.
    const frame = requestAnimationFrame(() => ref.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [ref])
}

function PictureButton({ onPictures }: { onPictures: (files: readonly File[]) => void }) {
  const ref = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={ImagePlus} label="发送图片" onClick={() => ref.current?.click()} />
      <FileInput ref={ref} hidden accept={PICTURE_TYPES} multiple aria-label="选择要发送的图片" onFiles={onPictures} />
    </>
  )
}
