import { ClipboardCopy, Copy, History } from '@lucide/icons'
import { NO_TITLE } from '@portal/contract/articles/article-words.ts'
import type { ContentForm } from '@portal/contract/articles/content.ts'
import { useState } from 'react'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './content-fields.module.css'
import type { OpenedContent } from './load-content.ts'
import { WechatDialog } from './wechat/wechat-dialog.tsx'
import { STATES } from './words.ts'

interface ArticleHeadProps extends Pick<OpenedContent, 'article'> {
  /** Title and text of the editor. */
  values: Pick<ContentForm, 'title' | 'contentMd'>
  onDuplicate: () => void
}

/** State, writer and version above the editor of an article. Its title is the field below. */
export function ArticleHead({ article, values, onDuplicate }: ArticleHeadProps) {
  const [isCopying, setIsCopying] = useState(false)
  const { id, state, version, nickname, schedule } = article
  const { contentMd } = values
  const title = values.title.trim() || NO_TITLE
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
          <Button variant="quiet" icon={Copy} onClick={onDuplicate}>
            另存一篇
          </Button>
          <ButtonLink variant="quiet" icon={History} to={`/articles/${id}/versions`}>
            版本
          </ButtonLink>
          <Button
            variant="quiet"
            icon={ClipboardCopy}
            disabled={contentMd.trim() === ''}
            onClick={() => setIsCopying(true)}
          >
            复制到公众号
          </Button>
          {isCopying && <WechatDialog contentMd={contentMd} onClose={() => setIsCopying(false)} />}
          {state === 'published' && <a href={`/article/${id}`}>查看此页</a>}
        </>
      }
    />
  )
}
