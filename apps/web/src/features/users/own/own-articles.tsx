import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { ArticleLabel } from '#domain/articles/article-meta.tsx'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ArticleItem } from '../item-row.tsx'
import { PagedList, type PageLoader, usePages } from '../paged-list.tsx'

interface OwnArticle extends ArticleSummary {
  state: number
}

const STATES: Readonly<Record<number, { text: string; tone: 'accent' | 'primary' | 'plain' }>> = {
  [PUBLISH_STATE.published]: { text: '已发布', tone: 'accent' },
  [PUBLISH_STATE.inReview]: { text: '审核中', tone: 'primary' },
  [PUBLISH_STATE.draft]: { text: '草稿', tone: 'plain' },
  [PUBLISH_STATE.offShelf]: { text: '已下架', tone: 'plain' },
}

function toOwnArticle(row: ArticleListItem): OwnArticle {
  return { ...toArticleSummary(row), state: row.isPublish ?? PUBLISH_STATE.published }
}

const loadArticles: PageLoader<OwnArticle> = async (api, query) => {
  const { records, pages } = await api.call('GET /v1/article/selectArticleByUserId', { query })
  return { rows: records.map(toOwnArticle), pages }
}

/** The member's articles in every state. */
export function OwnArticles({ onChange }: { onChange: () => void }) {
  const api = useApi()
  const pages = usePages(loadArticles)
  const [deleting, setDeleting] = useState<OwnArticle | null>(null)
  const remove = async (own: OwnArticle) => {
    await api.call('DELETE /v1/article/', { query: { id: own.id } })
    pages.drop(own)
    showToast('success', '文章已删除')
    onChange()
  }
  return (
    <>
      <PagedList pages={pages} label="我的文章" empty={<TextLink to="/newposts">写第一篇文章</TextLink>}>
        {(own) => <OwnArticleItem article={own} onDelete={() => setDeleting(own)} />}
      </PagedList>
      {deleting && (
        <ConfirmDialog
          title={`删除“${deleting.title}”？`}
          confirmLabel="删除文章"
          busyLabel="删除中"
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          文章与其下的评论将一并删除，不能恢复。
        </ConfirmDialog>
      )}
    </>
  )
}

function OwnArticleItem({ article, onDelete }: { article: OwnArticle; onDelete: () => void }) {
  const known = STATES[article.state]
  const editor = `/newposts?id=${article.id}`
  return (
    <ArticleItem
      article={article}
      {...(article.state !== PUBLISH_STATE.published && { to: editor, isUnpublished: true })}
      state={known && <ArticleLabel tone={known.tone}>{known.text}</ArticleLabel>}
      actions={
        <>
          <ButtonLink variant="outline" to={editor} aria-label={`编辑“${article.title}”`}>
            编辑
          </ButtonLink>
          <Button variant="quiet" aria-label={`删除“${article.title}”`} onClick={onDelete}>
            删除
          </Button>
        </>
      }
    />
  )
}
