import { ArrowLeft, Ban, Search, Trash2 } from '@lucide/icons'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { BlockDialog } from '#domain/people/block-dialog.tsx'
import { StaffBadge } from '#domain/people/staff-badge.tsx'
import { blockUser, useIsBlocked } from '#domain/people/use-blocks.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { getConversation } from './chat-store.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import styles from './conversation.module.css'
import { LinkLine } from './log/log-controls.tsx'
import { LogSearch, type LogSearchState, useLogSearch } from './log/log-search.tsx'
import { MessageLog } from './log/message-log.tsx'
import type { RoomView } from './rooms/room-list.ts'
import { useChat, useChatState } from './use-chat.ts'

export function Conversation({ room }: { room: RoomView }) {
  const { peerId, name } = room
  const { store, actions, uploads } = useChat()
  const conversation = useChatState((state) => getConversation(state, peerId))
  const search = useLogSearch(conversation.log, async () =>
    (await actions.loadOlder(peerId)) ? getConversation(store.getState(), peerId).log : null,
  )
  const composerRef = useRef<ComposerHandle>(null)
  const drop = useFileDrop((files) => addPictures(files))
  const addPictures = (files: readonly File[]) => {
    for (const fault of uploads.queueFor(peerId).add(files).faults) showToast('warning', fault)
  }
  return (
    <section
      className={styles.root}
      aria-label={`与${name}的对话`}
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      <Head room={room} search={search} />
      {search.isOpen && <LogSearch search={search} />}
      <MessageLog
        room={room}
        conversation={conversation}
        search={search}
        onEditAgain={(text) => composerRef.current?.put(text)}
      />
      <LinkLine />
      <Composer ref={composerRef} peerId={peerId} name={name} onPictures={addPictures} />
    </section>
  )
}

function Head({ room, search }: { room: RoomView; search: LogSearchState }) {
  const { peerId, name, avatar, isStaff } = room
  const isWriting = useChatState(({ writing }) => writing.has(peerId))
  const intro = useIntro(peerId)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBlocking, setIsBlocking] = useState(false)
  const isBlocked = useIsBlocked(peerId)
  return (
    <header className={styles.head}>
      <BackButton />
      <Avatar name={name} src={avatar} />
      <div className={shared.shrinks}>
        <h2 className={styles.name}>
          <Link to={`/user?${new URLSearchParams({ userId: peerId })}`}>{name}</Link> {isStaff && <StaffBadge />}
        </h2>
        <p className={styles.intro}>
          <span role="status">{isWriting && '对方正在输入…'}</span>
          {!isWriting && intro}
        </p>
      </div>
      <IconButton icon={Search} label="查找聊天记录" aria-expanded={search.isOpen} onClick={search.toggle} />
      {isBlocked === false && <IconButton icon={Ban} label="屏蔽此人" onClick={() => setIsBlocking(true)} />}
      <IconButton icon={Trash2} label="删除会话" onClick={() => setIsConfirming(true)} />
      {isBlocking && <BlockPeer room={room} onClose={() => setIsBlocking(false)} />}
      {isConfirming && <DeleteDialog room={room} onClose={() => setIsConfirming(false)} />}
    </header>
  )
}

/** Returns from the conversation to the list on phones, through the browser's history where possible. */
function BackButton() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isFromRooms = (state as { isFromRooms?: boolean } | null)?.isFromRooms === true
  return (
    <IconButton
      className={styles.back}
      icon={ArrowLeft}
      label="返回会话列表"
      onClick={() => void (isFromRooms ? navigate(-1) : navigate('/im', { replace: true }))}
    />
  )
}

function BlockPeer({ room: { peerId, name }, onClose }: { room: RoomView; onClose: () => void }) {
  const api = useApi()
  const { actions } = useChat()
  const navigate = useNavigate()
  const block = async () => {
    await blockUser(api, peerId)
    showToast('success', `已屏蔽“${name}”，可在个人主页的屏蔽名单中解除`)
    void navigate('/im', { replace: true })
    void actions.loadRooms(true)
  }
  return <BlockDialog name={name} onBlock={block} onClose={onClose} />
}

function DeleteDialog({ room: { peerId, name }, onClose }: { room: RoomView; onClose: () => void }) {
  const { actions } = useChat()
  const navigate = useNavigate()
  const remove = async () => {
    await actions.deleteRoom(peerId).catch((reason: unknown) => {
      showOffline(reason)
      throw reason
    })
    showToast('success', '会话已删除')
    void navigate('/im', { replace: true })
  }
  return (
    <ConfirmDialog
      title={`删除与“${name}”的会话？`}
      confirmLabel="删除会话"
      busyLabel="删除中"
      onConfirm={remove}
      onClose={onClose}
    >
      聊天记录将一并删除。
    </ConfirmDialog>
  )
}

/** The introduction of a user; empty until it is loaded. */
function useIntro(userId: string): string {
  const api = useApi()
  const [found, setFound] = useState({ userId: '', intro: '' })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    api.call('GET /v1/user/info', { query: { userId }, quiet: true, signal }).then(
      (user) => setFound({ userId, intro: user?.intro?.trim() ?? '' }),
      () => undefined,
    )
    return () => controller.abort()
  }, [api, userId])
  return found.userId === userId ? found.intro : ''
}
