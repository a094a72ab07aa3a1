import { useState } from 'react'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ArticleItem } from '../item-row.tsx'
import { PagedList, type PageLoader, usePages } from '../paged-list.tsx'

const loadFavourites: PageLoader<ArticleSummary> = async (api, query) => {
  const { records, pages } = await api.call('GET /v1/collect/', { query })
  return { rows: records.map(toArticleSummary), pages }
}

export function Favourites({ onChange }: { onChange: () => void }) {
  return (
    <PagedList
      pages={usePages(loadFavourites)}
      label="我的收藏"
      empty={<TextLink to="/tags?categoryId=32">去看看新闻资讯</TextLink>}
    >
      {(article) => <Favourite article={article} onChange={onChange} />}
    </PagedList>
  )
}

/** A removed favourite stays in its place, so that it can be restored. */
function Favourite({ article, onChange }: { article: ArticleSummary; onChange: () => void }) {
  const api = useApi()
  const [isFavourite, setIsFavourite] = useState(true)
  const { isBusy, run } = useBusy()
  const toggle = async () => {
    const query = { articleId: article.id }
    if (isFavourite) await api.call('DELETE /v1/collect/', { query })
    else await api.call('GET /v1/collect/collect', { query })
    setIsFavourite(!isFavourite)
    onChange()
  }
  const word = isFavourite ? '取消收藏' : '重新收藏'
  return (
    <ArticleItem
      article={article}
      actions={
        <Button
          variant={isFavourite ? 'outline' : 'quiet'}
          isBusy={isBusy}
          aria-label={`${word}“${article.title}”`}
          onClick={() => void run(toggle)}
        >
          {word}
        </Button>
      }
    />
  )
}
