import { useEffect } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { isEditor } from '#domain/people/roles.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { TabLinks } from '#ui/lists/tab-links.tsx'
import { SessionUnknown } from '#ui/members-only.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { HiddenArticlePage } from './hidden-article.tsx'
import { HiddenArticles } from './hidden-articles.tsx'
import { chooseList, loadReview, REVIEW_TABS, type ReviewView } from './load-review.ts'
import { ReportedComments } from './reported-comments.tsx'
import styles from './review-page.module.css'

const TITLE = '审核'

/** `view` is `null` until the browser knows the user. For other users than editors the page does not exist. */
export const loader = defineLoader(async ({ api, query }): Promise<{ view: ReviewView | null }> => {
  const { user, status } = useSession.getState()
  if (isEditor(user)) return { view: await loadReview(api, query) }
  if (status === 'ready') throw notFound('此页未见记录')
  return { view: null }
})

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, isHidden: true })

export function Component() {
  const { view } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const isKnown = useSession(({ status }) => status === 'ready')
  useEffect(() => {
    if (isKnown && view === null) void revalidate()
  }, [isKnown, view, revalidate])
  return (
    <PageFrame title={TITLE} lead="待审与已下架的文章、被举报的评论、反馈。" className={styles.root}>
      {view ? (
        <>
          <TabLinks label="审核内容" tabs={listTabs(view)} />
          <div className={styles.view}>
            <View view={view} />
          </div>
        </>
      ) : (
        <SessionUnknown purpose="本页" />
      )}
    </PageFrame>
  )
}

function listTabs(view: ReviewView) {
  const current = view.tab === 'article' ? chooseList(view.article) : view.tab
  return REVIEW_TABS.map(({ name, text }) => ({
    text,
    to: name === 'articles' ? '/review' : `/review?tab=${name}`,
    isCurrent: name === current,
  }))
}

function View({ view }: { view: ReviewView }) {
  if (view.tab === 'article')
    return <HiddenArticlePage article={view.article} categories={view.categories} key={view.article.id} />
  if (view.tab === 'comments') return <ReportedComments start={view.start} />
  if (view.tab === 'feedback')
    return <FeedbackList start={view.start} status={view.status} sendsMail={view.sendsMail} key={view.status} />
  return <HiddenArticles kind={view.tab} start={view.start} key={view.tab} />
}
