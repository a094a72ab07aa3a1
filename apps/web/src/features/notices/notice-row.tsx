import { Bell, Bookmark, type LucideIconData, MessageCircle, ThumbsUp, UserPlus, X } from '@lucide/icons'
import { PersonLink } from '#domain/people/person-link.tsx'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './notice-row.module.css'
import { NOTICE_TYPE, type NoticeView } from './notice-view.ts'

const ICONS: Readonly<Record<number, LucideIconData>> = {
  [NOTICE_TYPE.comment]: MessageCircle,
  [NOTICE_TYPE.follow]: UserPlus,
  [NOTICE_TYPE.like]: ThumbsUp,
  [NOTICE_TYPE.favourite]: Bookmark,
}

export interface NoticeRowProps {
  notice: NoticeView
  onRemove: () => void
}

export function NoticeRow({ notice, onRemove }: NoticeRowProps) {
  const { type, person, deed, about, html, isUnread, at, age } = notice
  return (
    <article className={styles.root}>
      <span className={styles.icon}>
        <Icon of={ICONS[type] ?? Bell} />
      </span>
      <div className={styles.body}>
        <p>
          {person ? (
            <PersonLink userId={person.id} name={person.name} isStaff={person.isStaff} />
          ) : (
            <b className={styles.site}>系统通知</b>
          )}{' '}
          {deed}
          {isUnread && (
            <span className={styles.dot}>
              <VisuallyHidden>未读</VisuallyHidden>
            </span>
          )}
        </p>
        {html && (
          <div className={styles.text}>
            <RichText html={html} variant="inline" />
          </div>
        )}
        {about && (
          <p className={styles.about}>
            <TextLink to={about.to}>{about.title}</TextLink>
          </p>
        )}
      </div>
      <time className={styles.time} dateTime={toMachineDate(at)} title={formatDateTime(at) || undefined}>
        {age || formatDateTime(at)}
      </time>
      <IconButton className={styles.remove} icon={X} label="删除这条通知" onClick={onRemove} />
    </article>
  )
}
