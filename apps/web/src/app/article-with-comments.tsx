import { useLoaderData, useRouteLoaderData } from 'react-router-dom'
import { ArticlePage, articleMeta, findArticleId, loadArticle } from '#features/articles/article-page.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { SHELL_ROUTE_ID, type ShellData } from './shell/shell-loader.ts'

const Comments = nearPart(async () => (await import('#features/comments/comments.tsx')).Comments)

/** Loads an article and its comments in parallel: the server renders both. */
export const loader = defineLoader(async (input) => {
  const articleId = findArticleId(input)
  const comments = Promise.all([import('#features/comments/load-comments.ts'), articleId]).then(
    ([{ loadComments }, id]) => loadComments(input, id),
  )
  const [article, start] = await Promise.all([loadArticle(input, articleId), comments])
  return { ...article, comments: start }
})

export const meta = articleMeta

export function Component() {
  const { article, comments } = useLoaderData<typeof loader>()
  const site = useRouteLoaderData(SHELL_ROUTE_ID) as ShellData | undefined
  return (
    <ArticlePage>
      <Comments
        articleId={article.id}
        authorId={article.authorId}
        total={article.comments}
        start={comments}
        isOpen={site?.siteInfo?.openComment !== 0}
      />
    </ArticlePage>
  )
}
