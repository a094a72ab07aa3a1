import { CATEGORY } from '@portal/contract/constants.ts'
import { Link, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'

export const articleListLoader = defineLoader(async ({ api, query }) => {
  const categoryId = Number(query.get('categoryId') ?? CATEGORY.news)
  const page = await api.call('GET /v1/article/category', { query: { categoryId } })
  return { categoryId, articles: page.records }
})

export const articleListMeta: MetaOf<typeof articleListLoader> = ({ categoryId }) => ({
  title: categoryId === CATEGORY.research ? '研究' : '新闻资讯',
  canonical: `/tags?categoryId=${categoryId}`,
})

export function ArticleListPage() {
  const { articles } = useLoaderData<typeof articleListLoader>()
  return (
    <Container>
      <h1>新闻与研究</h1>
      <ul>
        {articles.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/article/${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </Container>
  )
}
