import { MOVED_PATHS } from '@portal/contract/paths/moved-paths.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { Site } from '#domain/site/site.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { Brand } from '#ui/brand.tsx'
import { Container } from '#ui/container.tsx'
import { SpectrumBars } from '#ui/figures/spectrum.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { ElderToggle } from './elder-toggle.tsx'
import styles from './footer.module.css'
import { listLinks } from './header/menu.ts'
import { SiteClock } from './site-clock.tsx'

/** Public register of ICP filing numbers. */
const FILING_URL = 'https://beian.miit.gov.cn'
/** Register of the Ministry of Public Security. */
const POLICE_URL = 'https://beian.mps.gov.cn'

/** Address of the register's page about a filing number. */
function toPoliceUrl(number: string): string {
  const [code] = /\d{14}/.exec(number) ?? []
  return code ? `${POLICE_URL}/#/query/webSearch?code=${code}` : POLICE_URL
}

export interface FooterFrameProps {
  site: Site
  /** Label of the link to the home page. */
  homeLabel: string
  /** Copyright line. */
  owned: string
  columns: readonly FooterColumn[]
  /** Office hours, shown below the telephone number. */
  hours?: string | null | undefined
  /** Content after the filing numbers. */
  children?: ReactNode
}

/** A column of related links. */
interface FooterColumn {
  title?: string | null | undefined
  links: readonly { text: string; to: string }[]
}

/** The footer without texts of a language. */
export function FooterFrame({ site, homeLabel, owned, columns, hours, children }: FooterFrameProps) {
  return (
    <footer className={styles.root}>
      <SpectrumBars stone="almandine" className={styles.bars} />
      <Container>
        <div className={styles.columns}>
          <div>
            <Link className={shared.targetRow} to="/" aria-label={homeLabel}>
              <Brand {...site.mark} />
            </Link>
            {site.phone && (
              <>
                <p className={styles.phone}>
                  <a href={`tel:${site.phone.replace(/[^\d+]/g, '')}`}>{site.phone}</a>
                </p>
                {hours && <p className={styles.small}>{hours}</p>}
              </>
            )}
          </div>
          {columns.map(({ title, links }) => (
            <nav key={title} aria-label={title ?? undefined}>
              <h2 className={styles.title}>{title}</h2>
              <ul>
                {links.map(({ text, to }) => (
                  <li key={to}>
                    <Link className={styles.link} to={to}>
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.bottom}>
          <FilingLine site={site} owned={owned} />
          {children}
        </div>
      </Container>
    </footer>
  )
}

export function Footer({ site }: { site: Site }) {
  return (
    <FooterFrame
      site={site}
      homeLabel={`${site.name} 首页`}
      owned={`版权所有 © ${site.name}`}
      columns={site.footerLinks}
      hours={site.openingHours}
    >
      {site.startedAtMs !== null && <SiteClock startedAtMs={site.startedAtMs} />}
      <VisitFigures />
      <ElderToggle className={styles.elder} />
      <ShortAddresses site={site} />
    </FooterFrame>
  )
}

const SHORT_ADDRESSES = [...MOVED_PATHS, ['/about', '/about']] as const

/** Addresses that are easy to type (specification, section 2), with the texts of the menus that lead to the same pages. */
function ShortAddresses({ site: { headerMenu, footerLinks } }: { site: Site }) {
  const links = [...headerMenu.flatMap(listLinks), ...footerLinks.flatMap(({ links }) => links)]
  const shown = SHORT_ADDRESSES.flatMap(([to, target]) => {
    const named = links.find((link) => link.to === target)
    return named ? { to, text: `${named.text} ${to}` } : []
  })
  if (shown.length === 0) return null
  return (
    <nav className={styles.short} aria-label="常用网址">
      {shown.map(({ to, text }) => (
        <Link className={styles.filing} to={to} key={to}>
          {text}
        </Link>
      ))}
    </nav>
  )
}

function VisitFigures() {
  const ref = useVisitFiguresNear()
  const { siteAccess, visitorAccess } = useVisitFigures()
  return (
    <p ref={ref} className={styles.figures}>
      {siteAccess !== null && (
        <>
          累计浏览 <b>{formatNumber(siteAccess)}</b> 次
        </>
      )}
      {visitorAccess !== null && (
        <>
          {siteAccess !== null && ' · '}
          访客 <b>{formatNumber(visitorAccess)}</b> 人
        </>
      )}
    </p>
  )
}

function FilingLine({ site, owned }: { site: Site; owned: string }) {
  return (
    <>
      <span>{owned}</span>
      {site.recordNum && (
        <a className={styles.filing} href={FILING_URL} target="_blank" rel="noopener noreferrer">
          {site.recordNum}
        </a>
      )}
      {site.policeRecordNum && (
        <a className={styles.filing} href={toPoliceUrl(site.policeRecordNum)} target="_blank" rel="noopener noreferrer">
          {site.policeRecordNum}
        </a>
      )}
    </>
  )
}

interface VisitFigures {
  /** Page views and visitors in total; `null` before they are loaded, and when upstream has none. */
  siteAccess: number | null
  visitorAccess: number | null
}

/** Loaded in the browser only: in the server's HTML they would change every cached page with each visit. */
const useVisitFigures = create<VisitFigures>()(() => ({ siteAccess: null, visitorAccess: null }))

/** Distance from the viewport at which the figures are loaded. */
const LOAD_MARGIN = '300px'

/**
 * Loads the figures once, when their element comes near.
 * @returns the ref of that element
 */
function useVisitFiguresNear() {
  const api = useApi()
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || useVisitFigures.getState().siteAccess !== null) return
    if (typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!navigator.onLine || !entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void load(api)
      },
      { rootMargin: LOAD_MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [api])
  return ref
}

async function load(api: ApiClient): Promise<void> {
  try {
    const { extra } = await api.callWhole('GET /v1/webSiteInfo', { quiet: true })
    useVisitFigures.setState({ siteAccess: extra.siteAccess ?? null, visitorAccess: extra.visitorAccess ?? null })
  } catch {
    // When loading fails, the line stays empty.
  }
}
