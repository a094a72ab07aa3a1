import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { laterPart } from '#lib/deferred-part.ts'
import { adoptElder } from './elder.ts'
import { Header } from './header/header.tsx'
import { isPathAmong } from './path-among.ts'
import styles from './shell.module.css'
import { useSite } from './shell-loader.ts'
import { adoptTheme } from './theme.ts'

const MAIN_ID = 'main'
/** Pages that stay when only their query changes: messages go on arriving while one looks from room to room. */
const PATHS_OF_ONE_VIEW: readonly string[] = ['/im']

const Announcement = laterPart(async () => (await import('./header/announcement.tsx')).Announcement)
const Lanterns = laterPart(async () => (await import('./lanterns.tsx')).Lanterns)
const LateShell = laterPart(async () => (await import('./deferred-shell.tsx')).LateShell)

/** Everything around the page; what is under it, and what only acts, comes after the first view. */
export function Shell() {
  const site = useSite()
  useEffect(() => {
    adoptTheme()
    adoptElder()
  }, [])
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
      <LateShell mainId={MAIN_ID} />
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
      key={isPathAmong(PATHS_OF_ONE_VIEW, pathname) ? pathname : pathname + search}
      data-entering={key !== 'default' || undefined}
    >
      <Outlet />
    </div>
  )
}
