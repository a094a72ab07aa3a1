import { SEARCH_SHORTCUT_KEY } from '@portal/contract/constants.ts'
import { Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { loadSession } from '#features/account/load-session.ts'
import { useSocialReturn } from '#features/account/use-social-return.ts'
import { closeDialog, openDialog, useDialogs } from '#lib/dialogs.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { hasUser, recallUser, watchOtherTabs } from '#lib/session.ts'
import { recallToast, useToasts } from '#lib/toasts.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { Announcement } from './announcement.tsx'
import { adoptElder } from './elder.ts'
import { FilingStrip, Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { holdBackComposedEnter } from './input-method.ts'
import { Lanterns } from './lanterns.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { PageChange } from './page-change.tsx'
import { PageLoading } from './page-loading.tsx'
import styles from './shell.module.css'
import { useSite } from './shell-loader.ts'
import type { Site } from './site.ts'
import { adoptTheme } from './theme.ts'
import { Toolbar } from './toolbar.tsx'

const MAIN_ID = 'main'
/** These pages fill the window themselves. */
const PATHS_WITHOUT_FOOTER: readonly string[] = ['/message', '/chat', '/newposts', '/im']
/** Pages that stay when only their query changes: messages go on arriving while one looks from room to room. */
const PATHS_OF_ONE_VIEW: readonly string[] = ['/im']

function isAmong(paths: readonly string[], pathname: string): boolean {
  return paths.includes(pathname.replace(/(.)\/+$/, '$1'))
}

/* Loaded when they are first needed, as most visits need none of them. */
const Drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer)
const SearchDialog = lazyPart(async () => (await import('#features/search/search-dialog.tsx')).SearchDialog)
const LoginDialog = lazyPart(async () => (await import('#features/account/login-dialog.tsx')).LoginDialog)

/** Everything around the page. */
export function Shell() {
  const site = useSite()
  const { pathname } = useLocation()
  useTabState()
  useSearchShortcut()
  useEffect(holdBackComposedEnter, [])
  return (
    <>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        跳到正文
      </a>
      {site.hasBulletin && <Announcement bulletin={site.bulletin} />}
      <Header site={site} />
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        {site.hasLantern && <Lanterns />}
        <RoutedView />
      </main>
      {isAmong(PATHS_WITHOUT_FOOTER, pathname) ? <FilingStrip site={site} /> : <Footer site={site} />}
      <Toolbar />
      <OpenDialog site={site} />
      <Toasts />
      <LiveUpdates />
      <PageLoading />
      <PageChange site={site} mainId={MAIN_ID} />
      <ScrollRestoration />
    </>
  )
}

/** The page, made anew whenever the full path changes. */
function RoutedView() {
  const { pathname, search, key } = useLocation()
  return (
    // The first page is there at once; only those after it fade in.
    <div
      className={styles.view}
      key={isAmong(PATHS_OF_ONE_VIEW, pathname) ? pathname : pathname + search}
      data-entering={key !== 'default' || undefined}
    >
      <Outlet />
    </div>
  )
}

function OpenDialog({ site }: { site: Site }) {
  const open = useDialogs((state) => state.open)
  return (
    <Suspense>
      {open === 'drawer' && <Drawer site={site} />}
      {open === 'search' && <SearchDialog />}
      {open === 'login' && <LoginDialog mark={site.mark} loginTypes={site.loginTypes} wechat={site.wechat} />}
    </Suspense>
  )
}

/** There from the start: what went wrong has to be told just when nothing more can be loaded. */
function Toasts() {
  const hasToasts = useToasts((state) => state.toasts.length > 0)
  return hasToasts && <ToastRegion />
}

/** What this tab has kept, and who is logged in: known in the browser only. `data-live` says that scripts work. */
function useTabState(): void {
  const comeBackFromProvider = useSocialReturn()
  useEffect(() => {
    document.documentElement.dataset.live = ''
    adoptTheme()
    adoptElder()
    recallUser()
    recallToast()
    const controller = new AbortController()
    void loadSession(controller.signal).then(() => {
      if (!controller.signal.aborted) comeBackFromProvider()
    })
    const stopWatching = watchOtherTabs(() => void followOtherTab())
    return () => {
      controller.abort()
      stopWatching()
    }
  }, [comeBackFromProvider])
}

/** Whoever has logged in elsewhere is logged in here too, and need not do it twice. */
async function followOtherTab(): Promise<void> {
  await loadSession()
  if (hasUser()) closeDialog('login')
}

/** Ctrl+K, or Command+K, opens the search from anywhere. */
function useSearchShortcut(): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== SEARCH_SHORTCUT_KEY) return
      // Browsers put the cursor into their own search with it.
      event.preventDefault()
      if (useDialogs.getState().open !== 'login') openDialog('search')
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}
