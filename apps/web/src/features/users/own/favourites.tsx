import { useState } from 'react'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { useApi } from '#lib/api/api-context.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ArticleItem } from '../article-item.tsx'
import { PagedList } from '../paged-list.tsx'
import { type PagesOf, usePages } from '../use-pages.ts'

const keyOf = ({ id }: ArticleSummary) => id

const FAVOURITES: PagesOf<ArticleSummary> = {
  ask: async (api, query) => {
    const { records, pages } = await api.call('GET /v1/collect/', { query })
    return { rows: records.map(toArticleSummary), pages }
  },
  keyOf,
}

export function Favourites({ onChange }: { onChange: () => void }) {
  return (
    <PagedList
      pages={usePages(FAVOURITES)}
      label="我的收藏"
      keyOf={keyOf}
      empty={<TextLink to="/tags?categoryId=32">去看看新闻资讯</TextLink>}
    >
      {(article) => <Favourite article={article} onChange={onChange} />}
    </PagedList>
  )
}

/** A favourite that was taken back stays in its place, so that a slip can be undone. */
function Favourite({ article, onChange }: { article: ArticleSummary; onChange: () => void }) {
  const api = useApi()
  const [isKept, setIsKept] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const toggle = async () => {
    setIsBusy(true)
    const query = { articleId: article.id }
    try {
      if (isKept) await api.call('DELETE /v1/collect/', { query })
      else await api.call('GET /v1/collect/collect', { query })
      setIsKept(!isKept)
      onChange()
    } catch {
      // Shown by the API client, or a network error.
    } finally {
      setIsBusy(false)
    }
  }
  const word = isKept ? '取消收藏' : '重新收藏'
  return (
    <ArticleItem
      article={article}
      actions={
        <Button
          variant={isKept ? 'outline' : 'quiet'}
          isBusy={isBusy}
          aria-label={`${word}“${article.title}”`}
          onClick={() => void toggle()}
        >
          {word}
        </Button>
      }
    />
  )
}
