import type { FeedbackItem } from '@portal/contract/community/review.ts'
import { PersonLink } from '#domain/people/person-link.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { type Paged, usePaged } from '#lib/api/use-paged.ts'
import { splitPictureAddresses } from '#lib/picture-addresses.ts'
import { showToast } from '#lib/toasts.ts'
import { Thumbnails } from '#ui/figures/thumbnails.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { Time } from '#ui/time.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { FeedbackAnswers } from './feedback-answers.tsx'
import { FEEDBACK_STATUS, loadFeedback } from './load-review.ts'
import styles from './review-page.module.css'

const FILTERS = [
  { status: FEEDBACK_STATUS.open, text: '未解决' },
  { status: FEEDBACK_STATUS.solved, text: '已解决' },
]
/** Names of the values of `type` on the wire. */
const TYPES: Readonly<Record<number, string>> = { 1: '建议', 2: '问题反馈', 3: '举报假证书' }

export interface FeedbackListProps {
  status: number
  start: Paged<FeedbackItem>
  /** Whether upstream can send answers to visitors by e-mail. */
  sendsMail: boolean
}

/** Feedback of visitors, newest first: either the open or the solved ones. */
export function FeedbackList({ status, start, sendsMail }: FeedbackListProps) {
  const api = useApi()
  const list = usePaged(start, (pageNo) => loadFeedback(api, status, pageNo))
  const isOpen = status === FEEDBACK_STATUS.open
  const mark = async (id: string) => {
    const next = isOpen ? FEEDBACK_STATUS.solved : FEEDBACK_STATUS.open
    await api.call('POST /v1/review/feedback', { body: { id, status: next } })
    list.change((rows) => rows.filter((row) => row.id !== id))
    showToast('success', isOpen ? '已标为解决' : '已标为未解决')
  }
  return (
    <>
      <p>
        <ButtonLink variant="outline" to="/manage/tickets">
          到管理端处理：经办人、时限、备注与往来
        </ButtonLink>
      </p>
      <nav className={styles.filters} aria-label="状态">
        {FILTERS.map((filter) => (
          <Link
            className={shared.chip}
            key={filter.status}
            to={`/review?tab=feedback&status=${filter.status}`}
            aria-current={filter.status === status ? 'page' : undefined}
          >
            {filter.text}
          </Link>
        ))}
      </nav>
      {list.rows.length === 0 ? (
        <EmptyState title={isOpen ? '没有未解决的反馈' : '没有已解决的反馈'} />
      ) : (
        <>
          <ol>
            {list.rows.map((item) => (
              <li className={styles.row} key={item.id}>
                <h2 className={styles.title}>{item.title}</h2>
                <p className={styles.meta}>
                  <span>{TYPES[item.type] ?? '其他'}</span>
                  <PersonLink userId={item.userId} name={item.nickname || '访客'} />
                  <Time at={item.createTime} format="dateTime" />
                </p>
                <p className={styles.words}>{item.content}</p>
                {item.imgUrl && <Pictures joined={item.imgUrl} />}
                {item.pictures && item.pictures.length > 0 && (
                  <Thumbnails
                    addresses={item.pictures.map(toPictureAddress)}
                    formatLabel={(index) => `${item.title}，图片 ${index + 1}`}
                  />
                )}
                <FeedbackAnswers item={item} sendsMail={sendsMail} />
                <div className={shared.wrap3}>
                  <Button variant="outline" onClick={() => void mark(item.id).catch(showOffline)}>
                    {isOpen ? '标为已解决' : '标为未解决'}
                    <VisuallyHidden>：{item.title}</VisuallyHidden>
                  </Button>
                </div>
              </li>
            ))}
          </ol>
          <LoadMore hasMore={list.last < list.pages} isBusy={list.isBusy} onLoad={() => void list.loadMore()} />
        </>
      )}
    </>
  )
}

/** Addresses joined by commas, as links only, because unknown senders chose them. */
function Pictures({ joined }: { joined: string }) {
  return (
    <p className={styles.meta}>
      {splitPictureAddresses(joined).map((address, index) => (
        <TextLink to={address} target="_blank" rel="noopener nofollow" key={address}>
          图片 {index + 1}
        </TextLink>
      ))}
    </p>
  )
}

function toPictureAddress(name: string): string {
  return `/v1/review/reportPicture/${encodeURIComponent(name)}`
}
