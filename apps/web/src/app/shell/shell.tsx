import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { ClosedPaths } from '#ui/link.tsx'
import { adoptElder } from './elder.ts'
import { HEADER_PARTS, Header } from './header/header.tsx'
import nav from './header/main-nav.module.css'
import { isPathAmong } from './header/menu.ts'
import styles from './shell.module.css'
import { shellLoader, useSite } from './shell-loader.ts'
import { adoptTheme, ThemeToggle } from './theme.tsx'

const MAIN_ID = 'main'
/** Pages that are not remounted when only their query changes: the chat keeps its state between conversations. */
const PATHS_OF_ONE_VIEW: readonly string[] = ['/im']

const Announcement = deferredPart(async () => (await import('./header/announcement.tsx')).Announcement)
const Lanterns = deferredPart(async () => (await import('./lanterns.tsx')).Lanterns)
const loadDeferredShell = () => import('./deferred-shell.tsx')
const DeferredShell = deferredPart(async () => (await loadDeferredShell()).DeferredShell)

/** Header, footer and services around the page. */
export function Shell() {
  const site = useSite()
  useEffect(adoptLook, [])
  return (
    <ClosedPaths value={site.closedPaths}>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        跳到正文
      </a>
      {site.hasBulletin && <Announcement bulletin={site.bulletin} />}
      <Header site={site} />
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        {site.hasLantern && <Lanterns />}
        <RoutedView />
      </main>
      <DeferredShell mainId={MAIN_ID} />
    </ClosedPaths>
  )
}

function adoptLook(): void {
  adoptTheme()
  adoptElder()
}

/**
 * Parts of which a shell in another language is built. They are passed to it, because its imports would split the files
 * that every page loads.
 */
export const SHELL_PARTS = {
  ...HEADER_PARTS,
  ThemeToggle,
  loadDeferredShell,
  nav,
  styles,
  adoptLook,
  loader: shellLoader,
}
export type ShellParts = typeof SHELL_PARTS

/** The page, remounted whenever its full path changes. */
function RoutedView() {
  const { pathname, search, key } = useLocation()
  return (
    // The first page does not fade in.
    <div
      className={styles.view}
      key={isPathAmong(PATHS_OF_ONE_VIEW, pathname) ? pathname : pathname + search}
      data-entering={key !== 'default' || undefined}
    >
      <Outlet />
    </div>
  )
}
