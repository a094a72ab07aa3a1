import { buildMovedAddress, MOVED_PATHS } from '@portal/contract/paths/moved-paths.ts'
import type { ComponentType } from 'react'
import { type LazyRouteFunction, type RouteObject, redirect } from 'react-router-dom'
import { notFound } from '#lib/api/define-loader.ts'
import type { PageHandle } from '#lib/meta.ts'
import { areDeferredPartsHeld, deferredPart, loadDeferredParts } from '#lib/parts/deferred-part.ts'
import { ErrorPage } from './error-page.tsx'
import { SHELL_PARTS, Shell } from './shell/shell.tsx'
import { SHELL_ROUTE_ID, shellLoader } from './shell/shell-loader.ts'
import { prefetchSheet, withSheet } from './with-sheet.tsx'

/** Shown while the router loads a page that the server has not rendered. */
const ShellSkeleton = deferredPart(async () => (await import('./shell/shell-skeleton.tsx')).ShellSkeleton)

/** Exports of a page's module that the router needs. */
interface PageModule extends Pick<RouteObject, 'loader' | 'action' | 'shouldRevalidate'> {
  Component: ComponentType
  meta: NonNullable<PageHandle['meta']>
}

/**
 * A page whose code is loaded when it is visited. `file` is its module below `src/`: the server looks up its scripts in
 * the build's manifest. The text after a `#` keeps route ids unique.
 * @param feature whose style sheet the page has; by default that of the module
 */
function createPageRoute(
  path: string,
  file: string,
  load: () => Promise<PageModule>,
  feature = file.split('/')[1] ?? '',
): RouteObject {
  const loadPage = async () => {
    prefetchSheet(feature)
    const { meta, Component, ...route } = await load()
    if (!areDeferredPartsHeld()) await loadDeferredParts()
    return { ...route, Component: withSheet(feature, Component), handle: { meta } }
  }
  return { id: `src/${file}`, path, lazy: loadPage as LazyRouteFunction<RouteObject>, ErrorBoundary: ErrorPage }
}

const loadArticlePage = () => import('./article-with-comments.tsx')
const loadContactPage = () => import('#features/organisation/contact-page.tsx')
const loadNoticesPage = () => import('#features/notices/notices-page.tsx')

/** A page of the module of prose pages. */
function createProseRoute(path: string, page: keyof typeof import('#features/organisation/prose-pages.tsx')) {
  const load = async () => (await import('#features/organisation/prose-pages.tsx'))[page]
  return createPageRoute(path, `features/organisation/prose-pages.tsx#${path}`, load)
}

/** Addresses of earlier versions, redirected by the client as the BFF does for a first visit. */
export const oldAddresses: RouteObject[] = MOVED_PATHS.map(([from, to]) => ({
  id: `moved ${from}`,
  path: from,
  loader: ({ request }) => redirect(buildMovedAddress(to, new URL(request.url).searchParams), 301),
  // The router warns of a route without an element.
  Component: () => null,
}))

/** Parts of which the routes of another language are built; see `english-routes.tsx`. */
export const ROUTE_PARTS = { page: createPageRoute, ShellSkeleton, ...SHELL_PARTS }
export type RouteParts = typeof ROUTE_PARTS

/** All Chinese pages of the site, the same in the browser and on the server. */
export const routes: RouteObject[] = [
  {
    id: SHELL_ROUTE_ID,
    Component: Shell,
    HydrateFallback: ShellSkeleton,
    loader: shellLoader,
    // Navigation does not change the site's settings.
    shouldRevalidate: ({ currentUrl, nextUrl, formMethod }) => currentUrl.href === nextUrl.href && !formMethod,
    children: [
      createPageRoute('/', 'features/home/home-page.tsx', () => import('#features/home/home-page.tsx')),
      createPageRoute(
        '/tags',
        'features/articles/list/article-list-page.tsx',
        () => import('#features/articles/list/article-list-page.tsx'),
      ),
      createPageRoute('/gem', 'features/gems/gem-page.tsx', () => import('#features/gems/gem-page.tsx')),
      createPageRoute(
        '/surrounding',
        'features/merchandise/merchandise-page.tsx',
        () => import('#features/merchandise/merchandise-page.tsx'),
      ),
      createPageRoute(
        '/certificate-check',
        'features/certificates/pages/zh/lookup-page.tsx',
        () => import('#features/certificates/pages/zh/lookup-page.tsx'),
      ),
      createPageRoute(
        '/certificate-check/receipt',
        'features/certificates/pages/zh/receipt-page.tsx',
        () => import('#features/certificates/pages/zh/receipt-page.tsx'),
      ),
      createPageRoute(
        '/certificate-check/withdrawn',
        'features/certificates/withdrawn/withdrawn-page.tsx',
        () => import('#features/certificates/withdrawn/withdrawn-page.tsx'),
      ),
      createPageRoute(
        '/certificate-check/report',
        'features/certificates/report/report-page.tsx',
        () => import('#features/certificates/report/report-page.tsx'),
      ),
      createPageRoute(
        '/certificate-check/share',
        'features/certificates/pages/zh/share-form-page.tsx',
        () => import('#features/certificates/pages/zh/share-form-page.tsx'),
      ),
      createPageRoute(
        '/share/revoke',
        'features/certificates/pages/zh/revoke-page.tsx',
        () => import('#features/certificates/pages/zh/revoke-page.tsx'),
      ),
      createPageRoute(
        '/share/:secret',
        'features/certificates/pages/zh/share-page.tsx',
        () => import('#features/certificates/pages/zh/share-page.tsx'),
      ),
      createPageRoute(
        '/orders/new',
        'features/orders/new/order-page.tsx',
        () => import('#features/orders/new/order-page.tsx'),
      ),
      createPageRoute(
        '/orders/progress',
        'features/orders/progress/progress-page.tsx',
        () => import('#features/orders/progress/progress-page.tsx'),
      ),
      createPageRoute(
        '/my-orders',
        'features/orders/own/own-orders-page.tsx',
        () => import('#features/orders/own/own-orders-page.tsx'),
      ),
      createPageRoute('/log', 'features/log/log-page.tsx', () => import('#features/log/log-page.tsx')),
      createPageRoute(
        '/developers',
        'features/developers/developers-page.tsx',
        () => import('#features/developers/developers-page.tsx'),
      ),
      createPageRoute(
        '/rangeDetail',
        'features/services/range-page.tsx',
        () => import('#features/services/range-page.tsx'),
      ),
      createPageRoute(
        '/instrument',
        'features/services/instrument-page.tsx',
        () => import('#features/services/instrument-page.tsx'),
      ),
      createPageRoute(
        '/notice/:id',
        'features/services/fees-page.tsx',
        () => import('#features/services/fees-page.tsx'),
      ),
      createPageRoute(
        '/question',
        'features/services/question-page.tsx',
        () => import('#features/services/question-page.tsx'),
      ),
      createProseRoute('/about', 'aboutPage'),
      createProseRoute('/about-gic', 'organisationPage'),
      createProseRoute('/statement', 'statementPage'),
      createProseRoute('/message', 'statementPage'),
      createProseRoute('/privacy', 'privacyPage'),
      createProseRoute('/p/:slug', 'ownPage'),
      createPageRoute(
        '/experts',
        'features/organisation/experts-page.tsx',
        () => import('#features/organisation/experts-page.tsx'),
      ),
      createPageRoute(
        '/join-us',
        'features/organisation/join-page.tsx',
        () => import('#features/organisation/join-page.tsx'),
      ),
      createPageRoute('/contact-us', 'features/organisation/contact-page.tsx', loadContactPage),
      createPageRoute('/links', 'features/organisation/contact-page.tsx#links', loadContactPage),
      createPageRoute(
        '/conversation',
        'features/conversation/conversation-page.tsx',
        () => import('#features/conversation/conversation-page.tsx'),
      ),
      createPageRoute('/article/:articleId', 'app/article-with-comments.tsx', loadArticlePage, 'articles'),
      createPageRoute('/news-article/:articleId', 'app/article-with-comments.tsx#news', loadArticlePage, 'articles'),
      createPageRoute(
        '/archive',
        'features/archive/archive-page.tsx',
        () => import('#features/archive/archive-page.tsx'),
      ),
      createPageRoute(
        '/category',
        'features/categories/category-page.tsx',
        () => import('#features/categories/category-page.tsx'),
      ),
      createPageRoute('/hot', 'features/hot/hot-page.tsx', () => import('#features/hot/hot-page.tsx')),
      createPageRoute(
        '/navigation',
        'features/navigation/navigation-page.tsx',
        () => import('#features/navigation/navigation-page.tsx'),
      ),
      createPageRoute('/search', 'features/search/search-page.tsx', () => import('#features/search/search-page.tsx')),
      createPageRoute(
        '/newposts',
        'features/writing/writing-page.tsx',
        () => import('#features/writing/writing-page.tsx'),
      ),
      createPageRoute('/user', 'app/user-with-account.tsx', () => import('./user-with-account.tsx'), 'users'),
      createPageRoute('/say', 'features/posts/posts-page.tsx', () => import('#features/posts/posts-page.tsx')),
      createPageRoute(
        '/newSays',
        'features/posts/new-post-page.tsx',
        () => import('#features/posts/new-post-page.tsx'),
      ),
      createPageRoute('/im', 'features/chat/chat-page.tsx', () => import('#features/chat/chat-page.tsx')),
      createPageRoute('/notice', 'features/notices/notices-page.tsx', loadNoticesPage),
      createPageRoute('/notice/id', 'features/notices/notices-page.tsx#id', loadNoticesPage),
      createPageRoute('/review', 'features/review/review-page.tsx', () => import('#features/review/review-page.tsx')),
      ...oldAddresses,
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
