import { ExternalLink } from '@lucide/icons'
import type { NavigationGroup } from '@portal/contract/site/directory.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './navigation-page.module.css'
import card from './site-card.module.css'

const TITLE = '站点导航'
const LEAD = '常用的标准、资料与工具。'
const CRUMB = [{ text: TITLE }]

export const loader = defineLoader(async ({ api }) => ({
  groups: toSiteGroups(await api.call('GET /v1/site/getNavigations', { quiet: true })),
}))

export const meta: MetaOf<typeof loader> = ({ groups }) => ({
  title: TITLE,
  description: `${LEAD}${groups.map(({ name }) => name).join('、')}。`,
  crumb: CRUMB,
})

export function Component() {
  const { groups } = useLoaderData<typeof loader>()
  return (
    <PageFrame title={TITLE} lead={LEAD} drawing="brilliant-face" stone="zircon" className={styles.root}>
      {groups.length > 0 ? (
        <p className={shared.note}>以下均为其他网站，将在新窗口打开，其内容由对方负责。</p>
      ) : (
        <EmptyState link={{ to: '/', text: '返回首页' }} />
      )}
      {groups.map(({ name, sites }) => (
        <section className={styles.group} key={name} aria-label={name}>
          <h2 className={styles.title}>{name}</h2>
          <ul className={styles.tray} data-columns={sites.length % 3 !== 0 && sites.length % 4 === 0 ? 4 : 3}>
            {sites.map((site) => (
              <li className={shared.framedPlace} key={site.id}>
                <SiteCard {...site} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </PageFrame>
  )
}

/** A card of another site: name, description and host. The whole card is the link. */
function SiteCard({ name, info, url, host, logoUrl }: NonNullable<ReturnType<typeof toSite>>) {
  return (
    <article className={card.root}>
      <h3 className={card.name}>
        {logoUrl && <Logo url={logoUrl} />}
        <a className={card.link} href={url} target="_blank" rel="noopener noreferrer">
          {name}
          <VisuallyHidden>（在新窗口打开）</VisuallyHidden>
        </a>
      </h3>
      {info && <p className={card.info}>{info}</p>}
      <p className={card.host}>
        <Icon of={ExternalLink} sizePx={15} />
        {host}
      </p>
    </article>
  )
}

/** Logo that is loaded lazily without a referrer, and removed when loading fails. */
function Logo({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return null
  return (
    <img
      className={card.logo}
      src={url}
      alt=""
      width={24}
      height={24}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  )
}

/** Converts the groups and drops sites whose address is not http or https, because it could be a script. */
function toSiteGroups(wire: readonly NavigationGroup[]) {
  return wire
    .map(({ siteClassName, navigations }) => ({
      name: siteClassName,
      sites: navigations.map(toSite).filter((site) => site !== null),
    }))
    .filter(({ sites }) => sites.length > 0)
}

function toSite({ id, name, url, info, logo }: NavigationGroup['navigations'][number]) {
  const host = getHost(url)
  if (host === null) return null
  // An http picture would be blocked, or reveal the visit on the network.
  const logoUrl = logo && /^https:\/\//i.test(logo) ? logo : null
  return { id, name, info: info ?? '', url, host, logoUrl }
}

/**
 * Host without `www.`. `new URL` throws on an invalid address; `URL.canParse` is newer than the oldest supported
 * browsers.
 */
function getHost(url: string): string | null {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : null
  } catch {
    return null
  }
}
