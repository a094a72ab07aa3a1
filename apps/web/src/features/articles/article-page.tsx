import { useLoaderData } from 'react-router-dom'
import { defineLoader, notFound } from '#lib/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { asSafeHtml } from '#lib/safe-html.ts'
import { Container } from '#ui/container.tsx'
import { RichText } from '#ui/rich-text.tsx'

export const articleLoader = defineLoader(async ({ api, params }) => {
  const id = Number(params.articleId)
  if (!Number.isSafeInteger(id) || id < 1) throw notFound('没有这篇文章')
  return { article: await api.call('GET /v1/article/info', { query: { id } }) }
})

export const articleMeta: MetaOf<typeof articleLoader> = ({ article }) => ({ title: article.title, type: 'article' })

export function ArticlePage() {
  const { article } = useLoaderData<typeof articleLoader>()
  return (
    <Container>
      <h1>{article.title}</h1>
      <RichText html={asSafeHtml(article.content)} />
    </Container>
  )
}
