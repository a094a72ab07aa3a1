import { Bell, Bookmark, type LucideIconData, MessageCircle, ThumbsUp, Trash2, UserPlus, X } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { PersonLink } from '#domain/people/person-link.tsx'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { toPageQuery } from '#lib/api/list-pages.ts'
import { type Paged, usePaged } from '#lib/api/use-paged.ts'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { clearNoticeCounter } from '#live/notice-counters.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import row from './notice-row.module.css'
import { COUNTED, NOTICE_TABS, NOTICE_TYPE, type NoticeView, toNoticeView } from './notice-view.ts'
import styles from './notices-page.module.css'

export async function loadNotices(api: ApiClient, type: number, pageNo: number): Promise<Paged<NoticeView>> {
  const { records, pages } = await api.call('GET /v1/im/getMessageNotice', { query: { type, ...toPageQuery(pageNo) } })
  return { rows: records.map(toNoticeView), first: pageNo, last: pageNo, pages }
}

/** Notices of a kind, newest first; loading them has marked them as read. */
export function NoticeList({ type, start }: { type: number; start: Paged<NoticeView> }) {
  const api = useApi()
  const list = usePaged(start, (pageNo) => loadNotices(api, type, pageNo))
  /** The notice to be deleted, or all of them. */
  const [deleting, setDeleting] = useState<NoticeView | 'all' | null>(null)
  useEffect(() => {
    const kind = COUNTED[type]
    if (kind) clearNoticeCounter(kind)
  }, [type])

  const remove = async () => {
    try {
      const query = deleting === 'all' || deleting === null ? { type } : { id: deleting.id, type }
      await api.call('DELETE /v1/im/deleteMessage', { query })
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
      throw reason
    }
    if (deleting === 'all') list.replace({ rows: [], first: 1, last: 1, pages: 0 })
    else list.change((rows) => rows.filter(({ id }) => id !== deleting?.id))
    showToast('success', deleting === 'all' ? '通知已清空' : '通知已删除')
  }
  const name = NOTICE_TABS.find((tab) => tab.type === type)?.text ?? ''
  const isOver = list.last >= list.pages
  return (
    <>
      {list.rows.length === 0 && isOver ? (
        <EmptyState title={`暂无${name}`}>{EMPTY_HINTS[type]}</EmptyState>
      ) : (
        <>
          <p className={styles.tools}>
            <Button icon={Trash2} variant="quiet" onClick={() => setDeleting('all')}>
              全部删除
            </Button>
          </p>
          <ol className={styles.list}>
            {list.rows.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} onRemove={() => setDeleting(notice)} />
              </li>
            ))}
          </ol>
          <LoadMore hasMore={!isOver} isBusy={list.isBusy} onLoad={() => void list.loadMore()} />
        </>
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={deleting === 'all' ? `删除全部${name}？` : '删除这条通知？'}
          confirmLabel="删除"
          busyLabel="删除中"
          onConfirm={remove}
          onClose={() => setDeleting(null)}
        >
          删除后不能恢复。
        </ConfirmDialog>
      )}
    </>
  )
}

const EMPTY_HINTS: Readonly<Record<number, string>> = {
  [NOTICE_TYPE.system]: '文章审核结果与本站公告会在这里。',
  [NOTICE_TYPE.comment]: '有人评论你的文章，或回复你的评论，会在这里提醒。',
  [NOTICE_TYPE.follow]: '有人关注你，会在这里提醒。',
  [NOTICE_TYPE.like]: '有人赞了你的文章，会在这里提醒。',
  [NOTICE_TYPE.favourite]: '有人收藏你的文章，会在这里提醒。',
}

const ICONS: Readonly<Record<number, LucideIconData>> = {
  [NOTICE_TYPE.comment]: MessageCircle,
  [NOTICE_TYPE.follow]: UserPlus,
  [NOTICE_TYPE.like]: ThumbsUp,
  [NOTICE_TYPE.favourite]: Bookmark,
}

function NoticeRow({ notice, onRemove }: { notice: NoticeView; onRemove: () => void }) {
  const { type, person, action, about, html, isUnread, at, age } = notice
  return (
    <article className={row.root}>
      <span className={row.icon}>
        <Icon of={ICONS[type] ?? Bell} />
      </span>
      <div className={row.body}>
        <p>
          {person ? (
            <PersonLink userId={person.id} name={person.name} isStaff={person.isStaff} />
          ) : (
            <b className={shared.medium}>系统通知</b>
          )}{' '}
          {action}
          {isUnread && (
            <span className={row.dot}>
              <VisuallyHidden>未读</VisuallyHidden>
            </span>
          )}
        </p>
        {html && (
          <div className={row.text}>
            <RichText html={html} variant="inline" />
          </div>
        )}
        {about && (
          <p className={row.about}>
            <TextLink to={about.to}>{about.title}</TextLink>
          </p>
        )}
      </div>
      <time className={row.time} dateTime={toMachineDate(at)} title={formatDateTime(at) || undefined}>
        {age || formatDateTime(at)}
      </time>
      <IconButton className={row.remove} icon={X} label="删除这条通知" onClick={onRemove} />
    </article>
  )
}
