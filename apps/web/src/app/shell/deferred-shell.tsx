import { SEARCH_SHORTCUT_KEY } from '@portal/contract/constants.ts'
import { Suspense, useEffect, useState } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { holdBackComposedEnter } from '#app/boot/input-method.ts'
import { useLiveConnection } from '#app/live/use-live-connection.ts'
import { useNoticeCount } from '#app/live/use-notice-count.ts'
import type { Site } from '#domain/site/site.ts'
import { loadSession } from '#features/account/load-session.ts'
import { useSocialReturn } from '#features/account/social/social-login.ts'
import { useClosing } from '#lib/closing.ts'
import { closeDialog, openDialog, useDialogs } from '#lib/dialogs.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { watchLoading } from '#lib/loading.ts'
import { waitForRenderedParts } from '#lib/parts/deferred-part.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { isLogoutPending } from '#lib/pending-logout.ts'
import { hasUser, restoreUser, watchOtherTabs } from '#lib/session.ts'
import { restoreToast, useToasts } from '#lib/toasts.ts'
import { useAnnouncement } from '#live/live-announcer.ts'
import { ToastRegion } from '#ui/dialogs/toast-region.tsx'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { loadWithSheet } from '../with-sheet.tsx'
import footerStyles from './footer.module.css'
import type { FooterFrameProps } from './footer.tsx'
import { isPathAmong } from './header/menu.ts'
import { PageChange, type PageChangeProps } from './page-change.tsx'
import { useSite } from './shell-loader.ts'
import { Toolbar } from './toolbar.tsx'

/** Pages without a footer (specification, section 2). Filing numbers must be on the home page. */
const PATHS_WITHOUT_FOOTER: readonly string[] = ['/message', '/chat', '/newposts']
/** The chat is as high as the window. */
const PATHS_OF_FULL_HEIGHT: readonly string[] = ['/im']

const loadFooter = () => import('./footer.tsx')
const Footer = nearPart(async () => (await loadFooter()).Footer)
const FooterFrame = nearPart(async () => (await loadFooter()).FooterFrame)

/* Loaded on first use: most visits do not need it. */
const Drawer = lazyPart(async () => (await import('./header/drawer.tsx')).Drawer)
const SearchDialog = lazyPart(() =>
  loadWithSheet('search', async () => (await import('#features/search/search-dialog.tsx')).SearchDialog),
)
const LoginDialog = lazyPart(() =>
  loadWithSheet('account', async () => (await import('#features/account/login-dialog.tsx')).LoginDialog),
)
const ClosingDialog = lazyPart(() =>
  loadWithSheet('account', async () => (await import('#features/account/closing-dialog.tsx')).ClosingDialog),
)

/** The part of the shell below the page, and dialogs and toasts, which are hidden at first. */
export function DeferredShell({ mainId }: { mainId: string }) {
  const site = useSite()
  const { pathname } = useLocation()
  useSearchShortcut()
  return (
    <>
      {isPathAmong(PATHS_WITHOUT_FOOTER, pathname) ? (
        // Keeps the end of the page clear of a toolbar along the lower edge.
        <div className={footerStyles.space} />
      ) : (
        !isPathAmong(PATHS_OF_FULL_HEIGHT, pathname) && <Footer site={site} />
      )}
      <Toolbar />
      <OpenDialog site={site} />
      <LiveUpdates />
      <ShellServices site={site} mainId={mainId} />
    </>
  )
}

interface ShellServicesProps extends PageChangeProps {
  /** The footer of a page in another language. */
  footer?: Omit<FooterFrameProps, 'site'>
}

/** Dialogs, toasts and live updates, which pages of every language need. */
export function ShellServices({ site, mainId, footer }: ShellServicesProps) {
  useTabState()
  useEffect(holdBackComposedEnter, [])
  return (
    <>
      {footer && <FooterFrame site={site} {...footer} />}
      <Toasts />
      <PageLoading />
      <PageChange site={site} mainId={mainId} />
      <ScrollRestoration getKey={getScrollKey} />
    </>
  )
}

/** Key of a scroll position. First pages of all documents have the same key. */
function getScrollKey({ key, pathname, search, hash }: Location): string {
  return key === 'default' ? pathname + search + hash : key
}

function OpenDialog({ site }: { site: Site }) {
  const { open, isSearchAbove } = useDialogs()
  const closing = useClosing((state) => state.closing)
  return (
    <>
      <Suspense>
        {open === 'drawer' && <Drawer site={site} />}
        {open === 'login' && <LoginDialog mark={site.mark} loginTypes={site.loginTypes} wechat={site.wechat} />}
        {closing && <ClosingDialog closing={closing} />}
      </Suspense>
      {/* Apart, because a boundary hides its other dialogs while it loads one. */}
      <Suspense>{(open === 'search' || isSearchAbove) && <SearchDialog />}</Suspense>
    </>
  )
}

/** Not lazy: toasts report errors when no further code can be loaded. */
function Toasts() {
  const hasToasts = useToasts((state) => state.toasts.length > 0)
  return hasToasts && <ToastRegion />
}

/** Counters and announcements of a member; nothing for visitors. */
function LiveUpdates() {
  useLiveConnection()
  useNoticeCount()
  const announcement = useAnnouncement(({ text }) => text)
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>
}

/** Restores the state of this tab and loads the session. `data-live` marks the page as interactive. */
function useTabState(): void {
  const finishSocialLogin = useSocialReturn()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void waitForRenderedParts().then(async () => {
      if (signal.aborted) return
      document.documentElement.dataset.live = ''
      restoreUser()
      restoreToast()
      await loadSession(signal)
      if (!signal.aborted) finishSocialLogin()
    })
    const stopWatching = watchOtherTabs(() => void followOtherTab())
    const handleOnline = () => {
      if (isLogoutPending()) void loadSession()
    }
    addEventListener('online', handleOnline, { signal })
    return () => {
      controller.abort()
      stopWatching()
    }
  }, [finishSocialLogin])
}

async function followOtherTab(): Promise<void> {
  await loadSession()
  if (hasUser()) closeDialog('login')
}

/** Ctrl+K or Command+K opens the search. */
function useSearchShortcut(): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // In the text of an article, the keys make a link.
      if (event.defaultPrevented || event.key.toLowerCase() !== SEARCH_SHORTCUT_KEY) return
      // Prevents the browser from opening its own search.
      event.preventDefault()
      openDialog('search')
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}

/** Delay before the indicator is shown; faster pages show none. */
const DELAY_MS = 400

/** Covers the page between `showLoading` and `closeLoading`, and during slow navigations. */
function PageLoading() {
  const [isRequested, setIsRequested] = useState(false)
  useEffect(() => watchLoading(setIsRequested), [])
  const isSlow = useSlowNavigation()
  return isRequested || isSlow ? <LoadingIndicator extent="cover" /> : null
}

function useSlowNavigation(): boolean {
  const isNavigating = useNavigation().state !== 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isNavigating) return undefined
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isNavigating])
  return isSlow
}
