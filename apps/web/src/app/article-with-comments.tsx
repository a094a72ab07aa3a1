import { useLoaderData, useRouteLoaderData } from 'react-router-dom'
import { ArticlePage, articleMeta, loadArticle } from '#features/articles/article-page.tsx'
import { Comments } from '#features/comments/comments.tsx'
import { loadComments } from '#features/comments/load-comments.ts'
import { defineLoader } from '#lib/define-loader.ts'
import { SHELL_ROUTE_ID, type ShellData } from './shell-loader.ts'

/** An article and its comments, asked for at once: both stand in the HTML. */
export const articleWithCommentsLoader = defineLoader(async (input) => {
  const [article, comments] = await Promise.all([loadArticle(input), loadComments(input)])
  return { ...article, comments }
})

export const articleWithCommentsMeta = articleMeta

export function ArticleWithComments() {
  const { article, comments } = useLoaderData<typeof articleWithCommentsLoader>()
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
