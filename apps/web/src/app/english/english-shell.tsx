import { type ComponentProps, type ComponentType, type ReactNode, useEffect } from 'react'
import { Outlet, useLocation, useRouteLoaderData } from 'react-router-dom'
import type { Site } from '#domain/site/site.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { ClosedPaths, Link, useClosedPaths } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import type { ShellServices } from '../shell/deferred-shell.tsx'
import type { ShellParts } from '../shell/shell.tsx'
import type { ShellData } from '../shell/shell-loader.ts'
import { ENGLISH_SHELL_ID, ENGLISH_STYLES, listTranslations, toEnglishSite } from './english-site.ts'

const MAIN_ID = 'main'

const MENU = [
  { text: 'Home', to: '/' },
  { text: 'Certificate check', to: '/en/certificate-check' },
  { text: 'How to submit', to: '/rangeDetail' },
  { text: 'Contact', to: '/contact-us' },
] as const

const FOOTER_COLUMNS = [
  {
    title: 'Certificates',
    links: [
      { text: 'Certificate check', to: '/en/certificate-check' },
      { text: 'Verify a receipt', to: '/en/certificate-check/receipt' },
    ],
  },
  {
    title: 'Laboratory (in Chinese)',
    links: [
      { text: 'How to submit', to: '/rangeDetail' },
      { text: 'Contact', to: '/contact-us' },
      { text: 'Report a forgery', to: '/certificate-check/report' },
    ],
  },
] as const

/** The route around the English pages, built from the parts of the Chinese shell. */
export function createEnglishShell(parts: ShellParts) {
  const Services = deferredPart(async () => (await parts.loadDeferredShell()).ShellServices)
  return { Component: () => <EnglishShell {...parts} Services={Services} />, loader: parts.loader }
}

interface EnglishShellProps extends ShellParts {
  Services: ComponentType<ComponentProps<typeof ShellServices>>
}

interface HeaderProps extends ShellParts {
  site: Site
}

/** Header, footer and dialogs around an English page. Links to Chinese pages load another document. */
function EnglishShell({ Services, ...parts }: EnglishShellProps) {
  const { styles, adoptLook } = parts
  const data = useRouteLoaderData(ENGLISH_SHELL_ID) as ShellData | undefined
  const site = toEnglishSite(data?.siteInfo ?? null)
  useEnglishDocument()
  useEffect(adoptLook, [adoptLook])
  return (
    <ClosedPaths value={site.closedPaths}>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <EnglishHeader {...parts} site={site} />
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <div className={styles.view}>
          <Outlet />
        </div>
      </main>
      <Services site={site} mainId={MAIN_ID} footer={getFooter(site)} />
    </ClosedPaths>
  )
}

/** The header without search and login, which only Chinese pages have. */
function EnglishHeader({ site, header, nav, Brand, Container, ThemeToggle, ReadingProgress, useSlide }: HeaderProps) {
  return (
    <header ref={useSlide()} className={`${header.root} slide-down`}>
      <Container width="shell" className={header.bar}>
        <Link className={header.brand} to="/" aria-label={formatHomeLabel(site)}>
          <Brand {...site.mark} />
        </Link>
        <Menu nav={nav} />
        <div className={header.tools}>
          <ThemeToggle getLabel={(theme) => `Switch to ${theme === 'dark' ? 'light' : 'dark'} theme`} />
          <InChinese />
        </div>
      </Container>
      <ReadingProgress />
    </header>
  )
}

/** Footers by site, cached: React discards a part that is not hydrated yet when its properties change. */
const footers = new Map<string, ReturnType<typeof makeFooter>>()

function getFooter(site: Site) {
  const key = site.name + site.closedPaths
  const footer = footers.get(key) ?? makeFooter(site)
  footers.set(key, footer)
  return footer
}

function makeFooter(site: Site) {
  const closed = site.closedPaths.split(' ')
  const columns = FOOTER_COLUMNS.map(({ title, links }) => ({
    title,
    links: links.filter(({ to }) => !closed.includes(to)),
  }))
  return { homeLabel: formatHomeLabel(site), owned: `© ${site.name}`, columns }
}

/** The label begins with the text that is shown. */
function formatHomeLabel({ mark }: Site): string {
  return `${mark.head} ${mark.rest}, home`
}

function Menu({ nav }: Pick<ShellParts, 'nav'>): ReactNode {
  const { pathname } = useLocation()
  const closed = useClosedPaths()
  return (
    <nav className={nav.root} aria-label="Main">
      <ul className={shared.row}>
        {MENU.filter(({ to }) => !closed.includes(to)).map(({ text, to }) => (
          <li key={to}>
            <Link className={nav.link} to={to} aria-current={to === pathname ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Links to the same page in Chinese, as another document, with the certificate number of the address or of the form.
 */
function InChinese(): ReactNode {
  const { pathname, search } = useLocation()
  const { path = '/' } = listTranslations(pathname).find(({ language }) => language === 'zh-CN') ?? {}
  const toAddress = (no: string | null) => (no ? `${path}?no=${encodeURIComponent(no.slice(0, 60))}` : path)
  return (
    <a
      className={shared.targetRow}
      href={toAddress(new URLSearchParams(search).get('no'))}
      lang="zh-CN"
      hrefLang="zh-CN"
      onClick={({ currentTarget }) => {
        const field = document.querySelector<HTMLInputElement>('input[name="certificateNo"]:not([type="hidden"])')
        if (field) currentTarget.href = toAddress(field.value)
      }}
    >
      中文
    </a>
  )
}

/** Sets language and styles of the document, which the server sets for a page that it renders. */
function useEnglishDocument(): void {
  useEffect(() => {
    const { documentElement: root, head } = document
    root.lang = 'en'
    if (!head.querySelector(`link[href="${ENGLISH_STYLES}"]`)) {
      head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: ENGLISH_STYLES }))
    }
    return () => {
      root.lang = 'zh-CN'
    }
  }, [])
}
