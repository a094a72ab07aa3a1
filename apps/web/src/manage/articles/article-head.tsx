import { History } from '@lucide/icons'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './content-fields.module.css'
import type { OpenedContent } from './load-content.ts'
import { STATES } from './words.ts'

/** State, writer and version above the editor of an article. Its title is the field below. */
export function ArticleHead({ article }: Pick<OpenedContent, 'article'>) {
  const { id, state, version, nickname, schedule } = article
  const { title } = schedule?.form ?? article.form
  return (
    <PageHead
      title={title}
      isTitleHidden
      crumb={
        <>
          <TextLink to="/articles">文章</TextLink> › {title}
        </>
      }
      marks={
        <>
          <StatusMark shape={STATES[state].shape}>{STATES[state].word}</StatusMark>
          <span className={styles.fact}>
            作者 {nickname}　版本 {version}
            {schedule && `　定时 ${schedule.publishAt}`}
          </span>
        </>
      }
      actions={
        <>
          <ButtonLink variant="quiet" icon={History} to={`/articles/${id}/versions`}>
            版本
          </ButtonLink>
          {state === 'published' && <a href={`/article/${id}`}>查看此页</a>}
        </>
      }
    />
  )
}
