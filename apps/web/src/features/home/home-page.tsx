import { CATEGORY } from '@portal/contract/constants.ts'
import { Link, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'

export const homeLoader = defineLoader(async ({ api }) => {
  const news = await api.call('GET /v1/article/category', { query: { categoryId: CATEGORY.news } })
  return { news: news.records }
})

export const homeMeta: MetaOf<typeof homeLoader> = () => ({})

export function HomePage() {
  const { news } = useLoaderData<typeof homeLoader>()
  return (
    <Container>
      <h1>一石一证，有据可查</h1>
      <ul>
        {news.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/news-article/${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </Container>
  )
}
