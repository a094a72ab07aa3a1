import type { BodyFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { countChars } from '#lib/feedback.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { showToast } from '#lib/toasts.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { Time } from '#ui/time.tsx'
import { type ArticleCategory, chooseList, type WholeArticle } from './load-review.ts'
import styles from './review-page.module.css'

/** Limit of `POST /v1/review/article` (contract, `reviewArticle`), in characters. */
const NOTE_MAX = 400

type Decision = BodyFor<'POST /v1/review/article'>['decision']

interface Choice {
  decision: Decision
  label: string
  done: string
  variant: 'primary' | 'outline'
}

/** Decisions for the articles of each list, the most common one first. */
const CHOICES: Readonly<Record<'articles' | 'shelf', { back: string; hint: string; choices: readonly Choice[] }>> = {
  articles: {
    back: '/review',
    hint: '退回时必填；发布时可不填。',
    choices: [
      { decision: 'publish', label: '发布', done: '文章已发布', variant: 'primary' },
      { decision: 'return', label: '退回修改', done: '文章已退回', variant: 'outline' },
    ],
  },
  shelf: {
    back: '/review?tab=shelf',
    hint: '可不填。',
    choices: [{ decision: 'putBack', label: '重新上架', done: '文章已重新上架', variant: 'primary' }],
  },
}

interface HiddenArticlePageProps {
  article: WholeArticle
  categories: readonly ArticleCategory[]
}

/** An article as it would be published, with a form for the decision. */
export function HiddenArticlePage({ article, categories }: HiddenArticlePageProps) {
  const { title, nickname, categoryName, createTime, avatar, summary, content, originalUrl } = article
  const isOff = chooseList(article) === 'shelf'
  return (
    <div className={styles.split}>
      <article className={styles.article} aria-label={title}>
        <h2 className={styles.articleTitle}>{title}</h2>
        <p className={styles.meta}>
          <span>{nickname || '用户'}</span>
          {categoryName && <span>{categoryName}</span>}
          {createTime && (
            <span>
              {isOff ? '发布于' : '提交于'} <Time at={createTime} format="dateTime" />
            </span>
          )}
          {originalUrl && (
            <TextLink to={originalUrl} target="_blank" rel="noopener nofollow">
              转载自 {originalUrl}
            </TextLink>
          )}
        </p>
        {summary && <p className={styles.summary}>{summary}</p>}
        {avatar && <img className={styles.cover} src={avatar} alt="封面" />}
        <RichText html={asSafeHtml(content)} />
      </article>
      <Deciding article={article} categories={categories} kind={isOff ? 'shelf' : 'articles'} />
    </div>
  )
}

interface DecidingProps extends HiddenArticlePageProps {
  kind: keyof typeof CHOICES
}

function Deciding({ article, categories, kind }: DecidingProps) {
  const { back, hint, choices } = CHOICES[kind]
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const ownCategory = Number(article.categoryId ?? 0)
  const [categoryId, setCategoryId] = useState(ownCategory)
  const { isBusy, decide } = useDecision(article.id, back)
  const movedTo = categoryId === ownCategory ? undefined : categoryId
  const count = countChars(note.trim())
  const handleChoice = (choice: Choice) => {
    const wrong = findFault(choice.decision, count)
    setError(wrong)
    if (!wrong) void decide(choice, note.trim(), movedTo)
  }
  return (
    <aside className={styles.decision} aria-label="审核意见">
      {categories.some(({ id }) => id === ownCategory) && (
        <label className={styles.category}>
          分类
          <select
            className={styles.select}
            value={categoryId}
            onChange={({ target }) => setCategoryId(Number(target.value))}
          >
            {categories.map(({ id, name }) => (
              <option value={id} key={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextArea
        label="给作者的意见"
        hint={hint}
        rows={5}
        value={note}
        error={error}
        count={{ now: count, max: NOTE_MAX }}
        onChange={({ target }) => setNote(target.value)}
      />
      {choices.map((choice) => (
        <Button
          isBlock
          variant={choice.variant}
          isBusy={isBusy}
          busyLabel="提交中"
          onClick={() => handleChoice(choice)}
          key={choice.decision}
        >
          {choice.label}
        </Button>
      ))}
      <ButtonLink variant="quiet" to={back}>
        返回列表
      </ButtonLink>
    </aside>
  )
}

function findFault(decision: Decision, count: number): string | undefined {
  if (decision === 'return' && count === 0) return '请写明退回的原因'
  return count > NOTE_MAX ? `意见超过 ${NOTE_MAX} 字，请缩短` : undefined
}

function useDecision(articleId: number, back: string) {
  const api = useApi()
  const navigate = useNavigate()
  const { isBusy, run } = useBusy(showOffline)
  const decide = ({ decision, done }: Choice, note: string, categoryId: number | undefined) =>
    run(async () => {
      await api.call('POST /v1/review/article', {
        body: {
          id: articleId,
          decision,
          ...(note && { note }),
          ...(categoryId !== undefined && decision !== 'return' && { categoryId }),
        },
      })
      showToast('success', done)
      void navigate(back)
    })
  return { isBusy, decide }
}
