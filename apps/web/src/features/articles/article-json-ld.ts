import { CATEGORY } from '@portal/contract/constants.ts'
import { articleLd, breadcrumbLd, type JsonLd, productLd } from '#lib/json-ld.ts'
import type { ArticleView } from './article-view.ts'

/** Structured data: news article, other article or product, and its breadcrumb. */
export function articleJsonLd(article: ArticleView): JsonLd[] {
  const { title, path, summary, coverUrl, publishedAt, author, category } = article
  const about =
    category.id === CATEGORY.merchandise
      ? productLd({ name: title, path, summary, image: coverUrl, releasedAt: publishedAt })
      : articleLd({
          title,
          path,
          summary,
          image: coverUrl,
          publishedAt,
          author,
          section: category.name,
          isNews: category.id === CATEGORY.news,
        })
  return [breadcrumbLd([{ text: category.name, to: category.to }, { text: title }]), about]
}
