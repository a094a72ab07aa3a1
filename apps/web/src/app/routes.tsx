import type { LazyRouteFunction, RouteObject } from 'react-router-dom'
import { notFound } from '#lib/define-loader.ts'
import type { PageHandle } from '#lib/meta.ts'
import { ErrorPage } from './error-page.tsx'
import { Shell } from './shell.tsx'
import { SHELL_ROUTE_ID, shellLoader } from './shell-loader.ts'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** What the module of a page gives its route. */
type PageModule = Pick<RouteObject, 'Component' | 'loader'> & { handle: PageHandle }

/**
 * A page whose code is loaded when it is visited. `file` names its module from the package's root and, with what
 * follows a `#`, the route: the server finds in the build's manifest by it which styles and scripts the page needs.
 */
function page(path: string, file: string, load: () => Promise<PageModule>): RouteObject {
  return { id: file, path, lazy: load as LazyRouteFunction<RouteObject>, ErrorBoundary: ErrorPage }
}

async function loadArticlePage(): Promise<PageModule> {
  const { ArticlePage, articleLoader, articleMeta } = await import('#features/articles/article-page.tsx')
  return { Component: ArticlePage, loader: articleLoader, handle: { meta: articleMeta } }
}

/** Every page of the site, the same in the browser and on the server. */
export const routes: RouteObject[] = [
  {
    id: SHELL_ROUTE_ID,
    Component: Shell,
    HydrateFallback: ShellSkeleton,
    loader: shellLoader,
    // The site's settings do not change on the way from page to page.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
    children: [
      page('/', 'src/features/home/home-page.tsx', async () => {
        const { HomePage, homeLoader, homeMeta } = await import('#features/home/home-page.tsx')
        return { Component: HomePage, loader: homeLoader, handle: { meta: homeMeta } }
      }),
      page('/tags', 'src/features/articles/article-list-page.tsx', async () => {
        const { ArticleListPage, articleListLoader, articleListMeta } = await import(
          '#features/articles/article-list-page.tsx'
        )
        return { Component: ArticleListPage, loader: articleListLoader, handle: { meta: articleListMeta } }
      }),
      page('/article/:articleId', 'src/features/articles/article-page.tsx', loadArticlePage),
      page('/news-article/:articleId', 'src/features/articles/article-page.tsx#news', loadArticlePage),
      {
        id: 'not-found',
        path: '*',
        ErrorBoundary: ErrorPage,
        loader: () => {
          throw notFound('此页未见记录')
        },
      },
    ],
  },
]
