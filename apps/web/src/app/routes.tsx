import type { LazyRouteFunction, RouteObject } from 'react-router-dom'
import { notFound } from '#lib/api/define-loader.ts'
import { areLaterPartsHeld, laterPart, loadLaterParts } from '#lib/deferred-part.ts'
import type { PageHandle } from '#lib/meta.ts'
import { ErrorPage } from './error-page.tsx'
import { oldAddresses } from './old-addresses.ts'
import { Shell } from './shell/shell.tsx'
import { SHELL_ROUTE_ID, shellLoader } from './shell/shell-loader.ts'

/** Shown where the server sent no page, while the router loads it. */
const ShellSkeleton = laterPart(async () => (await import('./shell/shell-skeleton.tsx')).ShellSkeleton)

/** What the module of a page gives its route. */
type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'shouldRevalidate'> & { handle: PageHandle }

/**
 * A page whose code is loaded when it is visited. `file` names its module from the package's root and, with what
 * follows a `#`, the route: the server finds in the build's manifest by it which styles and scripts the page needs.
 */
function page(path: string, file: string, load: () => Promise<PageModule>): RouteObject {
  const lazy = async () => {
    const module = await load()
    if (!areLaterPartsHeld()) await loadLaterParts()
    return module
  }
  return { id: file, path, lazy: lazy as LazyRouteFunction<RouteObject>, ErrorBoundary: ErrorPage }
}

async function loadArticlePage(): Promise<PageModule> {
  const { ArticleWithComments, articleWithCommentsLoader, articleWithCommentsMeta } = await import(
    './article-with-comments.tsx'
  )
  return {
    Component: ArticleWithComments,
    loader: articleWithCommentsLoader,
    handle: { meta: articleWithCommentsMeta },
  }
}

function loadProsePages() {
  return import('#features/organisation/prose-pages.tsx')
}

async function loadStatementPage(): Promise<PageModule> {
  return (await loadProsePages()).statementPage
}

async function loadContactPage(): Promise<PageModule> {
  const { ContactPage, contactLoader, contactMeta } = await import('#features/organisation/contact-page.tsx')
  return { Component: ContactPage, loader: contactLoader, handle: { meta: contactMeta } }
}

async function loadNoticesPage(): Promise<PageModule> {
  const { NoticesPage, noticesLoader, noticesMeta } = await import('#features/notices/notices-page.tsx')
  return { Component: NoticesPage, loader: noticesLoader, handle: { meta: noticesMeta } }
}

/** Every page of the site, the same in the browser and on the server. */
export const routes: RouteObject[] = [
  {
    id: SHELL_ROUTE_ID,
    Component: Shell,
    HydrateFallback: ShellSkeleton,
    loader: shellLoader,
    // The site's settings do not change on the way from page to page.
    shouldRevalidate: ({ currentUrl, nextUrl, formMethod }) => currentUrl.href === nextUrl.href && !formMethod,
    children: [
      page('/', 'src/features/home/home-page.tsx', async () => {
        const { HomePage, homeLoader, homeMeta } = await import('#features/home/home-page.tsx')
        return { Component: HomePage, loader: homeLoader, handle: { meta: homeMeta } }
      }),
      page('/tags', 'src/features/articles/list/article-list-page.tsx', async () => {
        const { ArticleListPage, articleListLoader, articleListMeta } = await import(
          '#features/articles/list/article-list-page.tsx'
        )
        return { Component: ArticleListPage, loader: articleListLoader, handle: { meta: articleListMeta } }
      }),
      page('/gem', 'src/features/gems/gem-page.tsx', async () => {
        const { GemPage, gemLoader, gemMeta } = await import('#features/gems/gem-page.tsx')
        return { Component: GemPage, loader: gemLoader, handle: { meta: gemMeta } }
      }),
      page('/surrounding', 'src/features/merchandise/merchandise-page.tsx', async () => {
        const { MerchandisePage, merchandiseLoader, merchandiseMeta } = await import(
          '#features/merchandise/merchandise-page.tsx'
        )
        return { Component: MerchandisePage, loader: merchandiseLoader, handle: { meta: merchandiseMeta } }
      }),
      page('/certificate-check', 'src/features/certificates/certificate-page.tsx', async () => {
        const { CertificatePage, certificateLoader, certificateAction, certificateMeta, certificateRevalidation } =
          await import('#features/certificates/certificate-page.tsx')
        return {
          Component: CertificatePage,
          loader: certificateLoader,
          action: certificateAction,
          shouldRevalidate: certificateRevalidation,
          handle: { meta: certificateMeta },
        }
      }),
      page('/certificate-check/receipt', 'src/features/certificates/receipt/receipt-page.tsx', async () => {
        const { ReceiptPage, receiptLoader, receiptAction, receiptMeta } = await import(
          '#features/certificates/receipt/receipt-page.tsx'
        )
        return { Component: ReceiptPage, loader: receiptLoader, action: receiptAction, handle: { meta: receiptMeta } }
      }),
      page('/certificate-check/report', 'src/features/certificates/report/report-page.tsx', async () => {
        const { ReportPage, reportLoader, reportAction, reportMeta } = await import(
          '#features/certificates/report/report-page.tsx'
        )
        return { Component: ReportPage, loader: reportLoader, action: reportAction, handle: { meta: reportMeta } }
      }),
      page('/rangeDetail', 'src/features/services/range-page.tsx', async () => {
        const { RangePage, rangeLoader, rangeMeta } = await import('#features/services/range-page.tsx')
        return { Component: RangePage, loader: rangeLoader, handle: { meta: rangeMeta } }
      }),
      page('/instrument', 'src/features/services/instrument-page.tsx', async () => {
        const { InstrumentPage, instrumentLoader, instrumentMeta } = await import(
          '#features/services/instrument-page.tsx'
        )
        return { Component: InstrumentPage, loader: instrumentLoader, handle: { meta: instrumentMeta } }
      }),
      page('/notice/:id', 'src/features/services/fees-page.tsx', async () => {
        const { FeesPage, feesLoader, feesMeta } = await import('#features/services/fees-page.tsx')
        return { Component: FeesPage, loader: feesLoader, handle: { meta: feesMeta } }
      }),
      page('/question', 'src/features/services/question-page.tsx', async () => {
        const { QuestionPage, questionLoader, questionMeta } = await import('#features/services/question-page.tsx')
        return { Component: QuestionPage, loader: questionLoader, handle: { meta: questionMeta } }
      }),
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
      page('/experts', 'src/features/organisation/experts-page.tsx', async () => {
        const { ExpertsPage, expertsLoader, expertsMeta } = await import('#features/organisation/experts-page.tsx')
        return { Component: ExpertsPage, loader: expertsLoader, handle: { meta: expertsMeta } }
      }),
      page('/join-us', 'src/features/organisation/join-page.tsx', async () => {
        const { JoinPage, joinLoader, joinMeta } = await import('#features/organisation/join-page.tsx')
        return { Component: JoinPage, loader: joinLoader, handle: { meta: joinMeta } }
      }),
      page('/contact-us', 'src/features/organisation/contact-page.tsx', loadContactPage),
      page('/links', 'src/features/organisation/contact-page.tsx#links', loadContactPage),
      page('/article/:articleId', 'src/app/article-with-comments.tsx', loadArticlePage),
      page('/news-article/:articleId', 'src/app/article-with-comments.tsx#news', loadArticlePage),
      page('/archive', 'src/features/archive/archive-page.tsx', async () => {
        const { ArchivePage, archiveLoader, archiveMeta } = await import('#features/archive/archive-page.tsx')
        return { Component: ArchivePage, loader: archiveLoader, handle: { meta: archiveMeta } }
      }),
      page('/category', 'src/features/categories/category-page.tsx', async () => {
        const { CategoryPage, categoryLoader, categoryMeta } = await import('#features/categories/category-page.tsx')
        return { Component: CategoryPage, loader: categoryLoader, handle: { meta: categoryMeta } }
      }),
      page('/hot', 'src/features/hot/hot-page.tsx', async () => {
        const { HotPage, hotLoader, hotMeta } = await import('#features/hot/hot-page.tsx')
        return { Component: HotPage, loader: hotLoader, handle: { meta: hotMeta } }
      }),
      page('/navigation', 'src/features/navigation/navigation-page.tsx', async () => {
        const { NavigationPage, navigationLoader, navigationMeta } = await import(
          '#features/navigation/navigation-page.tsx'
        )
        return { Component: NavigationPage, loader: navigationLoader, handle: { meta: navigationMeta } }
      }),
      page('/search', 'src/features/search/search-page.tsx', async () => {
        const { SearchPage, searchLoader, searchMeta } = await import('#features/search/search-page.tsx')
        return { Component: SearchPage, loader: searchLoader, handle: { meta: searchMeta } }
      }),
      page('/newposts', 'src/features/writing/writing-page.tsx', async () => {
        const { WritingPage, writingLoader, writingRevalidation, writingMeta } = await import(
          '#features/writing/writing-page.tsx'
        )
        return {
          Component: WritingPage,
          loader: writingLoader,
          shouldRevalidate: writingRevalidation,
          handle: { meta: writingMeta },
        }
      }),
      page('/user', 'src/app/user-with-account.tsx', async () => {
        const { UserWithAccount, userWithAccountLoader, userWithAccountMeta } = await import('./user-with-account.tsx')
        return { Component: UserWithAccount, loader: userWithAccountLoader, handle: { meta: userWithAccountMeta } }
      }),
      page('/say', 'src/features/posts/says-page.tsx', async () => {
        const { SaysPage, saysLoader, saysMeta } = await import('#features/posts/says-page.tsx')
        return { Component: SaysPage, loader: saysLoader, handle: { meta: saysMeta } }
      }),
      page('/newSays', 'src/features/posts/new-say-page.tsx', async () => {
        const { NewSayPage, newSayLoader, newSayMeta } = await import('#features/posts/new-say-page.tsx')
        return { Component: NewSayPage, loader: newSayLoader, handle: { meta: newSayMeta } }
      }),
      page('/im', 'src/features/chat/chat-page.tsx', async () => {
        const { ChatPage, chatLoader, chatMeta } = await import('#features/chat/chat-page.tsx')
        return { Component: ChatPage, loader: chatLoader, handle: { meta: chatMeta } }
      }),
      page('/notice', 'src/features/notices/notices-page.tsx', loadNoticesPage),
      page('/notice/id', 'src/features/notices/notices-page.tsx#id', loadNoticesPage),
      page('/review', 'src/features/review/review-page.tsx', async () => {
        const { ReviewPage, reviewLoader, reviewMeta } = await import('#features/review/review-page.tsx')
        return { Component: ReviewPage, loader: reviewLoader, handle: { meta: reviewMeta } }
      }),
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
