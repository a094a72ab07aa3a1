import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { type ShouldRevalidateFunction, useLoaderData } from 'react-router-dom'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { EditorSession } from './editor-session.tsx'
import type { TaxonomyOption } from './fields/taxonomy-option.ts'
import { useWriter } from './use-writer.ts'
import { WaitingPage } from './waiting-page.tsx'
import styles from './writing-page.module.css'

/** The server's HTML says nothing of a user: an own article is asked for in the browser. */
export const writingLoader = defineLoader(async ({ api, query }) => {
  const id = query.get('id')
  if (id !== null && !/^[1-9]\d{0,14}$/.test(id)) throw notFound('没有这篇文章')
  const [categories, tags] = await Promise.all([api.call('GET /v1/category/'), api.call('GET /v1/tag/')])
  const toOption = ({ id, name }: TaxonomyOption): TaxonomyOption => ({ id, name })
  return {
    articleId: id === null ? null : Number(id),
    // Texts of the standing pages are the operator's.
    categories: categories.filter((category) => category.id !== PAGE_CATEGORY).map(toOption),
    tags: tags.map(toOption),
  }
})

export const writingMeta: MetaOf<typeof writingLoader> = ({ articleId }) => ({
  title: articleId === null ? '写文章' : '编辑文章',
  isHidden: true,
})

/** Nothing that happens here changes categories and tags; asked for again, they could only fail, and the text with them. */
export const writingRevalidation: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href !== nextUrl.href

/** Where articles are written. Visitors may begin; what they write waits on the device for their login. */
export function WritingPage() {
  const { articleId, categories, tags } = useLoaderData<typeof writingLoader>()
  const writer = useWriter()
  if (writer === null) return <WaitingPage isEditing={articleId !== null} />
  if (writer.id === null && articleId !== null) return <WaitingPage isEditing needsLogin />
  return (
    <Container className={styles.root}>
      <EditorSession
        key={writer.session}
        userId={writer.id}
        articleId={articleId}
        categories={categories}
        tags={tags}
        onAgain={writer.begin}
      />
    </Container>
  )
}
