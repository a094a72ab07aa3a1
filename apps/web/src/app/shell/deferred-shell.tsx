import { SEARCH_SHORTCUT_KEY } from '@portal/contract/constants.ts'
import { Suspense, useEffect } from 'react'
import { ScrollRestoration, useLocation } from 'react-router-dom'
import { holdBackComposedEnter } from '#app/boot/input-method.ts'
import type { Site } from '#app/document/site.ts'
import { LiveUpdates } from '#app/live/live-updates.tsx'
import { loadSession } from '#features/account/load-session.ts'
import { useSocialReturn } from '#features/account/social/use-social-return.ts'
import { useClosing } from '#lib/closing.ts'
import { shownPartsLoaded } from '#lib/deferred-part.ts'
import { closeDialog, openDialog, useDialogs } from '#lib/dialogs.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { isLogoutPending } from '#lib/pending-logout.ts'
import { hasUser, recallUser, watchOtherTabs } from '#lib/session.ts'
import { recallToast, useToasts } from '#lib/toasts.ts'
import { ToastRegion } from '#ui/dialogs/toast-region.tsx'
import { FilingStrip, Footer } from './footer.tsx'
import { PageChange } from './page-change.tsx'
import { PageLoading } from './page-loading.tsx'
import { isPathAmong } from './path-among.ts'
import { useSite } from './shell-loader.ts'
import { Toolbar } from './toolbar.tsx'

/** These pages fill the window themselves. */
const PATHS_WITHOUT_FOOTER: readonly string[] = ['/message', '/chat', '/newposts', '/im']

/* Loaded when they are first needed, as most visits need none of them. */
const Drawer = lazyPart(async () => (await import('./header/drawer.tsx')).Drawer)
const SearchDialog = lazyPart(async () => (await import('#features/search/search-dialog.tsx')).SearchDialog)
const LoginDialog = lazyPart(async () => (await import('#features/account/login-dialog.tsx')).LoginDialog)

const ClosingDialog = lazyPart(async () => (await import('#features/account/closing-dialog.tsx')).ClosingDialog)

/** What stands under the page, and what shows nothing until something happens. */
export function LateShell({ mainId }: { mainId: string }) {
  const site = useSite()
  const { pathname } = useLocation()
  useTabState()
  useSearchShortcut()
  useEffect(holdBackComposedEnter, [])
  return (
    <>
      {isPathAmong(PATHS_WITHOUT_FOOTER, pathname) ? <FilingStrip site={site} /> : <Footer site={site} />}
      <Toolbar />
      <OpenDialog site={site} />
      <Toasts />
      <LiveUpdates />
      <PageLoading />
      <PageChange site={site} mainId={mainId} />
      <ScrollRestoration />
    </>
  )
}

function OpenDialog({ site }: { site: Site }) {
  const open = useDialogs((state) => state.open)
  const closing = useClosing((state) => state.closing)
  return (
    <Suspense>
      {open === 'drawer' && <Drawer site={site} />}
      {open === 'search' && <SearchDialog />}
      {open === 'login' && <LoginDialog mark={site.mark} loginTypes={site.loginTypes} wechat={site.wechat} />}
      {closing && <ClosingDialog closing={closing} />}
    </Suspense>
  )
}

/** There before anything is asked for: what went wrong has to be told just when nothing more can be loaded. */
function Toasts() {
  const hasToasts = useToasts((state) => state.toasts.length > 0)
  return hasToasts && <ToastRegion />
}

/** What this tab has kept, and who is logged in: known in the browser only. `data-live` says that scripts work. */
function useTabState(): void {
  const comeBackFromProvider = useSocialReturn()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void shownPartsLoaded().then(async () => {
      if (signal.aborted) return
      document.documentElement.dataset.live = ''
      recallUser()
      recallToast()
      await loadSession(signal)
      if (!signal.aborted) comeBackFromProvider()
    })
    const stopWatching = watchOtherTabs(() => void followOtherTab())
    const handleOnline = () => {
      if (isLogoutPending()) void loadSession()
    }
    addEventListener('online', handleOnline)
    return () => {
      controller.abort()
      removeEventListener('online', handleOnline)
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
