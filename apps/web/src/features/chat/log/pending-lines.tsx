import { CircleAlert } from '@lucide/icons'
import { type ReactNode, useMemo } from 'react'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { markWords } from '#lib/html/mark-words.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { useSession } from '#lib/session.ts'
import { useLive } from '#live/live.ts'
import { discardSend, type OutboxEntry, retrySend } from '#live/outbox.ts'
import { Avatar } from '#ui/avatar.tsx'
import { useOpenablePictures } from '#ui/figures/use-openable-pictures.tsx'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useChat } from '../use-chat.ts'
import bubble from './bubble.module.css'
import styles from './line.module.css'
import { isOnlyPicture, linkAddresses } from './message-html.ts'

/** A message that is not confirmed yet. Its HTML was made by this client from escaped text or from one picture. */
export function OutgoingLine({ outgoing: { ref, content, state, reason } }: { outgoing: OutboxEntry }) {
  const isOpen = useLive((live) => live.state === 'open')
  return (
    <OwnLine meta={state === 'pending' && (isOpen ? '发送中' : '等待连接')}>
      <Bubble html={asSafeHtml(content)} isOwn />
      {state === 'failed' && (
        <div className={styles.fault} role="alert">
          <Icon of={CircleAlert} sizePx={15} />
          {reason ?? '消息没有发出'}
          <span>
            <LineButton onClick={() => retrySend(ref)}>重新发送</LineButton>
            <LineButton onClick={() => discardSend(ref)}>删除</LineButton>
          </span>
        </div>
      )}
    </OwnLine>
  )
}

/** A picture that is being uploaded; the upload can be cancelled until it is stored. */
export function UploadLine({ upload, peerId }: { upload: QueuedPicture; peerId: string }) {
  const { uploads } = useChat()
  const { key, src, progress, state, fault } = upload
  const hasFailed = state === 'failed'
  return (
    <OwnLine>
      <div className={styles.preview} data-busy={!hasFailed || undefined}>
        <img className={styles.picture} src={src} alt="待发送的图片" />
        {!hasFailed && <progress className={styles.progress} value={progress} max={1} aria-label="图片上传进度" />}
      </div>
      <div className={styles.fault}>
        {hasFailed && (
          <span role="alert">
            <Icon of={CircleAlert} sizePx={15} /> {fault}
          </span>
        )}
        <span>
          {hasFailed && <LineButton onClick={() => uploads.queueFor(peerId).retry(key)}>重新发送</LineButton>}
          <LineButton onClick={() => uploads.queueFor(peerId).remove(key)}>{hasFailed ? '删除' : '取消'}</LineButton>
        </span>
      </div>
    </OwnLine>
  )
}

function OwnLine({ meta, children }: { meta?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.root} data-own>
      <OwnAvatar />
      <div className={styles.body}>
        <VisuallyHidden>我：</VisuallyHidden>
        {children}
      </div>
      {meta && <span className={styles.meta}>{meta}</span>}
    </div>
  )
}

export function OwnAvatar() {
  const user = useSession((session) => session.user)
  return <Avatar name={user?.nickname ?? '我'} src={user?.avatar} />
}

function LineButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      {children}
    </button>
  )
}

interface BubbleProps {
  html: SafeHtml
  isOwn: boolean
  /** Text to highlight; empty for none. */
  marked?: string
  /** Whether the message is the current search hit. */
  isCurrent?: boolean
}

/** The text of a message. Addresses are links, and pictures open enlarged. */
export function Bubble({ html, isOwn, marked = '', isCurrent = false }: BubbleProps) {
  const shown = useMemo(() => markWords(linkAddresses(html), marked === '' ? [] : [marked]), [html, marked])
  const { ref, viewer } = useOpenablePictures(shown)
  return (
    <>
      <div
        className={bubble.root}
        ref={ref}
        data-own={isOwn || undefined}
        data-picture={isOnlyPicture(html) || undefined}
        data-current={isCurrent || undefined}
      >
        <RichText html={shown} variant="inline" />
      </div>
      {viewer}
    </>
  )
}
