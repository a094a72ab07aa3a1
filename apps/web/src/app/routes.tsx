import { MOVED_PATHS, movedAddress } from '@portal/contract/moved-paths.ts'
import { type LazyRouteFunction, type LoaderFunction, type RouteObject, redirect } from 'react-router-dom'
import { notFound } from '#lib/api/define-loader.ts'
import { areDeferredPartsHeld, deferredPart, loadDeferredParts } from '#lib/deferred-part.ts'
import type { PageHandle } from '#lib/meta.ts'
import { ErrorPage } from './error-page.tsx'
import { Shell } from './shell/shell.tsx'
import { SHELL_ROUTE_ID, shellLoader } from './shell/shell-loader.ts'

/** Shown while the router loads a page that the server has not rendered. */
const ShellSkeleton = deferredPart(async () => (await import('./shell/shell-skeleton.tsx')).ShellSkeleton)

type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'shouldRevalidate'> & { handle: PageHandle }

function pageModule(
  Component: NonNullable<RouteObject['Component']>,
  loader: LoaderFunction,
  meta: NonNullable<PageHandle['meta']>,
  more?: Pick<RouteObject, 'action' | 'shouldRevalidate'>,
): PageModule {
  return { Component, loader, handle: { meta }, ...more }
}

/**
 * A page whose code is loaded when it is visited. `file` is its module, from the package's root: the server looks up
 * its scripts in the build's manifest. What follows a `#` keeps route ids unique.
 */
function page(path: string, file: string, load: () => Promise<PageModule>): RouteObject {
  const lazy = async () => {
    const module = await load()
    if (!areDeferredPartsHeld()) await loadDeferredParts()
    return module
  }
  return { id: file, path, lazy: lazy as LazyRouteFunction<RouteObject>, ErrorBoundary: ErrorPage }
}

const loadArticlePage = () =>
  import('./article-with-comments.tsx').then((m) =>
    pageModule(m.ArticleWithComments, m.articleWithCommentsLoader, m.articleWithCommentsMeta),
  )

const loadProsePages = () => import('#features/organisation/prose-pages.tsx')
const loadStatementPage = async () => (await loadProsePages()).statementPage

const loadContactPage = () =>
  import('#features/organisation/contact-page.tsx').then((m) =>
    pageModule(m.ContactPage, m.contactLoader, m.contactMeta),
  )

const loadNoticesPage = () =>
  import('#features/notices/notices-page.tsx').then((m) => pageModule(m.NoticesPage, m.noticesLoader, m.noticesMeta))

/** Addresses of earlier versions, redirected by the client as the BFF does for a first visit. */
export const oldAddresses: RouteObject[] = MOVED_PATHS.map(([from, to]) => ({
  id: `moved ${from}`,
  path: from,
  loader: ({ request }) => redirect(movedAddress(to, new URL(request.url).searchParams), 301),
  // The router warns of a route without an element.
  Component: () => null,
}))

/** Every page of the site, the same in the browser and on the server. */
export const routes: RouteObject[] = [
  {
    id: SHELL_ROUTE_ID,
    Component: Shell,
    HydrateFallback: ShellSkeleton,
    loader: shellLoader,
    // Navigation does not change the site's settings.
    shouldRevalidate: ({ currentUrl, nextUrl, formMethod }) => currentUrl.href === nextUrl.href && !formMethod,
    children: [
      page('/', 'src/features/home/home-page.tsx', () =>
        import('#features/home/home-page.tsx').then((m) => pageModule(m.HomePage, m.homeLoader, m.homeMeta)),
      ),
      page('/tags', 'src/features/articles/list/article-list-page.tsx', () =>
        import('#features/articles/list/article-list-page.tsx').then((m) =>
          pageModule(m.ArticleListPage, m.articleListLoader, m.articleListMeta),
        ),
      ),
      page('/gem', 'src/features/gems/gem-page.tsx', () =>
        import('#features/gems/gem-page.tsx').then((m) => pageModule(m.GemPage, m.gemLoader, m.gemMeta)),
      ),
      page('/surrounding', 'src/features/merchandise/merchandise-page.tsx', () =>
        import('#features/merchandise/merchandise-page.tsx').then((m) =>
          pageModule(m.MerchandisePage, m.merchandiseLoader, m.merchandiseMeta),
        ),
      ),
      page('/certificate-check', 'src/features/certificates/certificate-page.tsx', () =>
        import('#features/certificates/certificate-page.tsx').then((m) =>
          pageModule(m.CertificatePage, m.certificateLoader, m.certificateMeta, {
            action: m.certificateAction,
            shouldRevalidate: m.certificateRevalidation,
          }),
        ),
      ),
      page('/certificate-check/receipt', 'src/features/certificates/receipt/receipt-page.tsx', () =>
        import('#features/certificates/receipt/receipt-page.tsx').then((m) =>
          pageModule(m.ReceiptPage, m.receiptLoader, m.receiptMeta, { action: m.receiptAction }),
        ),
      ),
      page('/certificate-check/report', 'src/features/certificates/report/report-page.tsx', () =>
        import('#features/certificates/report/report-page.tsx').then((m) =>
          pageModule(m.ReportPage, m.reportLoader, m.reportMeta, { action: m.reportAction }),
        ),
      ),
      page('/rangeDetail', 'src/features/services/range-page.tsx', () =>
        import('#features/services/range-page.tsx').then((m) => pageModule(m.RangePage, m.rangeLoader, m.rangeMeta)),
      ),
      page('/instrument', 'src/features/services/instrument-page.tsx', () =>
        import('#features/services/instrument-page.tsx').then((m) =>
          pageModule(m.InstrumentPage, m.instrumentLoader, m.instrumentMeta),
        ),
      ),
      page('/notice/:id', 'src/features/services/fees-page.tsx', () =>
        import('#features/services/fees-page.tsx').then((m) => pageModule(m.FeesPage, m.feesLoader, m.feesMeta)),
      ),
      page('/question', 'src/features/services/question-page.tsx', () =>
        import('#features/services/question-page.tsx').then((m) =>
          pageModule(m.QuestionPage, m.questionLoader, m.questionMeta),
        ),
      ),
      page('/about', 'src/features/organisation/prose-pages.tsx', async () => (await loadProsePages()).aboutPage),
      page(
        '/about-gic',
        'src/features/organisation/prose-pages.tsx#organisation',
        async () => (await loadProsePages()).organisationPage,
      ),
      page('/statement', 'src/features/organisation/prose-pages.tsx#statement', loadStatementPage),
      page('/message', 'src/features/organisation/prose-pages.tsx#message', loadStatementPage),
      page(
        '/privacy',
        'src/features/organisation/prose-pages.tsx#privacy',
        async () => (await loadProsePages()).privacyPage,
      ),
      page('/experts', 'src/features/organisation/experts-page.tsx', () =>
        import('#features/organisation/experts-page.tsx').then((m) =>
          pageModule(m.ExpertsPage, m.expertsLoader, m.expertsMeta),
        ),
      ),
      page('/join-us', 'src/features/organisation/join-page.tsx', () =>
        import('#features/organisation/join-page.tsx').then((m) => pageModule(m.JoinPage, m.joinLoader, m.joinMeta)),
      ),
      page('/contact-us', 'src/features/organisation/contact-page.tsx', loadContactPage),
      page('/links', 'src/features/organisation/contact-page.tsx#links', loadContactPage),
      page('/article/:articleId', 'src/app/article-with-comments.tsx', loadArticlePage),
      page('/news-article/:articleId', 'src/app/article-with-comments.tsx#news', loadArticlePage),
      page('/archive', 'src/features/archive/archive-page.tsx', () =>
        import('#features/archive/archive-page.tsx').then((m) =>
          pageModule(m.ArchivePage, m.archiveLoader, m.archiveMeta),
        ),
      ),
      page('/category', 'src/features/categories/category-page.tsx', () =>
        import('#features/categories/category-page.tsx').then((m) =>
          pageModule(m.CategoryPage, m.categoryLoader, m.categoryMeta),
        ),
      ),
      page('/hot', 'src/features/hot/hot-page.tsx', () =>
        import('#features/hot/hot-page.tsx').then((m) => pageModule(m.HotPage, m.hotLoader, m.hotMeta)),
      ),
      page('/navigation', 'src/features/navigation/navigation-page.tsx', () =>
        import('#features/navigation/navigation-page.tsx').then((m) =>
          pageModule(m.NavigationPage, m.navigationLoader, m.navigationMeta),
        ),
      ),
      page('/search', 'src/features/search/search-page.tsx', () =>
        import('#features/search/search-page.tsx').then((m) => pageModule(m.SearchPage, m.searchLoader, m.searchMeta)),
      ),
      page('/newposts', 'src/features/writing/writing-page.tsx', () =>
        import('#features/writing/writing-page.tsx').then((m) =>
          pageModule(m.WritingPage, m.writingLoader, m.writingMeta, { shouldRevalidate: m.writingRevalidation }),
        ),
      ),
      page('/user', 'src/app/user-with-account.tsx', () =>
        import('./user-with-account.tsx').then((m) =>
          pageModule(m.UserWithAccount, m.userWithAccountLoader, m.userWithAccountMeta),
        ),
      ),
      page('/say', 'src/features/posts/posts-page.tsx', () =>
        import('#features/posts/posts-page.tsx').then((m) => pageModule(m.PostsPage, m.postsLoader, m.postsMeta)),
      ),
      page('/newSays', 'src/features/posts/new-post-page.tsx', () =>
        import('#features/posts/new-post-page.tsx').then((m) =>
          pageModule(m.NewPostPage, m.newPostLoader, m.newPostMeta),
        ),
      ),
      page('/im', 'src/features/chat/chat-page.tsx', () =>
        import('#features/chat/chat-page.tsx').then((m) => pageModule(m.ChatPage, m.chatLoader, m.chatMeta)),
      ),
      page('/notice', 'src/features/notices/notices-page.tsx', loadNoticesPage),
      page('/notice/id', 'src/features/notices/notices-page.tsx#id', loadNoticesPage),
      page('/review', 'src/features/review/review-page.tsx', () =>
        import('#features/review/review-page.tsx').then((m) => pageModule(m.ReviewPage, m.reviewLoader, m.reviewMeta)),
      ),
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
