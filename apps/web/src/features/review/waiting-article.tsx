import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '#lib/api-client.ts'
import { useApi } from '#lib/api-context.ts'
import { countChars } from '#lib/feedback.ts'
import { asSafeHtml } from '#lib/safe-html.ts'
import { showToast } from '#lib/toasts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Time } from '#ui/time.tsx'
import type { WholeArticle } from './load-review.ts'
import styles from './review-page.module.css'

/** Limit of `POST /v1/review/article` (contract, `reviewArticle`), in characters. */
const NOTE_MAX = 400

/** A waiting article as it would stand on its page, and what becomes of it. */
export function WaitingArticlePage({ article }: { article: WholeArticle }) {
  const { title, nickname, categoryName, createTime, avatar, summary, content, originalUrl } = article
  return (
    <div className={styles.split}>
      <article className={styles.article} aria-label={title}>
        <h2 className={styles.articleTitle}>{title}</h2>
        <p className={styles.meta}>
          <span>{nickname || '用户'}</span>
          {categoryName && <span>{categoryName}</span>}
          <span>
            提交于 <Time at={createTime} format="dateTime" />
          </span>
          {originalUrl && (
            <a className={styles.source} href={originalUrl} target="_blank" rel="noopener nofollow">
              转载自 {originalUrl}
            </a>
          )}
        </p>
        {summary && <p className={styles.summary}>{summary}</p>}
        {avatar && <img className={styles.cover} src={avatar} alt="封面" />}
        <RichText html={asSafeHtml(content)} />
      </article>
      <Decision articleId={article.id} />
    </div>
  )
}

function Decision({ articleId }: { articleId: number }) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, decide } = useDecision(articleId)
  const count = countChars(note.trim())
  const handleDecision = (decision: 'publish' | 'return') => {
    const wrong = faultOf(decision, count)
    setError(wrong)
    if (!wrong) void decide(decision, note.trim())
  }
  return (
    <aside className={styles.decision} aria-label="审核意见">
      <TextArea
        label="给作者的意见"
        hint="退回时必填；发布时可不填。"
        rows={5}
        value={note}
        error={error}
        count={{ now: count, max: NOTE_MAX }}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button isBlock isBusy={isBusy} busyLabel="提交中" onClick={() => handleDecision('publish')}>
        发布
      </Button>
      <Button isBlock variant="outline" isBusy={isBusy} busyLabel="提交中" onClick={() => handleDecision('return')}>
        退回修改
      </Button>
      <ButtonLink variant="quiet" to="/review">
        返回列表
      </ButtonLink>
    </aside>
  )
}

function faultOf(decision: 'publish' | 'return', count: number): string | undefined {
  if (decision === 'return' && count === 0) return '请写明退回的原因'
  return count > NOTE_MAX ? `意见超过 ${NOTE_MAX} 字，请缩短` : undefined
}

function useDecision(articleId: number) {
  const api = useApi()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const decide = async (decision: 'publish' | 'return', note: string) => {
    setIsBusy(true)
    try {
      await api.call('POST /v1/review/article', { body: { id: articleId, decision, ...(note && { note }) } })
      showToast('success', decision === 'publish' ? '文章已发布' : '文章已退回')
      void navigate('/review')
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, decide }
}
