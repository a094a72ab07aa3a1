import { BadgeCheck, FilePenLine, Hourglass } from '@lucide/icons'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './writing-pages.module.css'

/** Result of storing. `draft`: stored by an upstream that does not return the id. */
export interface Outcome {
  kind: 'published' | 'inReview' | 'draft'
  title: string
  id: number | null
}

const WORDS = {
  published: { icon: BadgeCheck, title: '文章已发布', text: '现在所有人都能看到。' },
  inReview: {
    icon: Hourglass,
    title: '已提交审核',
    text: '编辑看过后发布，结果会出现在系统通知里。等待期间可以继续修改，改后再提交一次即可。',
  },
  draft: { icon: FilePenLine, title: '草稿已保存', text: '在“我的文章”里打开，可以接着写。' },
} as const

export function DonePage({ outcome, canBegin, onAgain }: { outcome: Outcome; canBegin: boolean; onAgain: () => void }) {
  const { kind, title, id } = outcome
  const words = WORDS[kind]
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    headingRef.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={styles.done} data-kind={kind}>
      <Icon of={words.icon} sizePx={44} className={styles.icon} />
      <h1 className={styles.doneTitle} ref={headingRef} tabIndex={-1}>
        {words.title}
      </h1>
      <p className={styles.name}>“{title}”</p>
      <p className={styles.text}>{words.text}</p>
      <div className={styles.doneActs}>
        {kind === 'published' && id !== null && <ButtonLink to={`/article/${id}`}>查看文章</ButtonLink>}
        <ButtonLink variant={kind === 'published' ? 'outline' : 'primary'} to="/user">
          我的文章
        </ButtonLink>
        {canBegin ? (
          <Button variant="outline" onClick={onAgain}>
            再写一篇
          </Button>
        ) : (
          <ButtonLink variant="outline" to="/newposts">
            再写一篇
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
