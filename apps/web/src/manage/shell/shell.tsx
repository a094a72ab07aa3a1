import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { LoadingRows, useIsSlow } from '#manage/controls/layout/loading-rows.tsx'
import { useNextLocation } from '#manage/controls/lists/use-next-location.ts'
import { loadSavedViews } from '#manage/controls/views/saved-views.ts'
import { loadMissing } from '#manage/staff/missing.ts'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { useWaitingCounts } from '#manage/staff/waiting-counts.ts'
import { ToastRegion } from '#ui/dialogs/toast-region.tsx'
import { findHelpAddress } from './help-sections.ts'
import { JumpDialog } from './jump-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import type { Place } from './place.ts'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { loadSite } from './site-info.ts'
import { DemoStrip, OfflineStrip, UpdateStrip } from './strips.tsx'
import { TopBar } from './top-bar.tsx'

const MAIN_ID = 'main'

/** The frame around every page. @param places all places; those that the duties do not allow are left out */
export function Shell({ places: all }: { places: readonly Place[] }) {
  const api = useApi()
  const { id, duties } = useSelf()
  const places = all.filter((place) => hasDuty(duties, place.duties))
  const [open, setOpen] = useState<'menu' | 'jump' | 'keys' | null>(null)
  const close = () => setOpen(null)
  const isLeaving = useIsLeaving()
  const loadedAtMs = useLoadedAt()
  const location = useLocation()
  useEffect(() => {
    void loadSite(api)
    void loadMissing(api)
  }, [api])
  // The views are reloaded when another account has logged in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person has views of their own
  useEffect(() => void loadSavedViews(api), [api, id])
  useWaitingCounts(api)
  useFocusOnPage()
  useShellKeys(places, setOpen)
  return (
    <>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        跳到正文
      </a>
      <div className={styles.root}>
        <Rail places={places} />
        <div className={styles.column}>
          <TopBar
            helpTo={findHelpAddress(location)}
            onMenu={() => setOpen('menu')}
            onJump={() => setOpen('jump')}
            onKeys={() => setOpen('keys')}
          />
          <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
            <DemoStrip />
            <OfflineStrip loadedAtMs={loadedAtMs} />
            <UpdateStrip />
            {isLeaving && <LoadingRows />}
            <div hidden={isLeaving}>
              <Outlet />
            </div>
          </main>
        </div>
      </div>
      {open === 'menu' && <PhoneMenu places={places} onClose={close} />}
      {open === 'jump' && <JumpDialog places={places} onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <ToastRegion />
      <ScrollRestoration />
    </>
  )
}

/** Whether another page has been loading for longer than the delay. A list with other filters stays visible. */
function useIsLeaving(): boolean {
  const { state } = useNavigation()
  const next = useNextLocation()
  const { pathname } = useLocation()
  return useIsSlow(state === 'loading' && next !== undefined && next.pathname !== pathname)
}

/** Time at which the shown page was loaded, epoch ms. */
function useLoadedAt(): number {
  const { key } = useLocation()
  const [loaded, setLoaded] = useState(() => ({ key, atMs: Date.now() }))
  if (loaded.key !== key) setLoaded({ key, atMs: Date.now() })
  return loaded.atMs
}

/** Moves the focus to the heading after navigation, so that screen readers read it and Tab continues from there. */
function useFocusOnPage(): void {
  const { pathname } = useLocation()
  const lastRef = useRef(pathname)
  useEffect(() => {
    if (lastRef.current === pathname) return
    lastRef.current = pathname
    const main = document.getElementById(MAIN_ID)
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target?.focus({ preventScroll: true })
  }, [pathname])
}

function useShellKeys(places: readonly Place[], open: (name: 'jump' | 'keys') => void): void {
  const navigate = useNavigate()
  const ways = places.flatMap(({ letter, label, path }) =>
    letter ? [[`g ${letter}`, { words: label, run: () => void navigate(path) }]] : [],
  )
  useKeys({
    'Mod+K': { words: '搜索或跳转', run: () => open('jump') },
    '?': { words: '本表', run: () => open('keys') },
    ...Object.fromEntries(ways),
  })
}
