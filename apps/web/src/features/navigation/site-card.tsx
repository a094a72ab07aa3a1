import { ExternalLink } from '@lucide/icons'
import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './site-card.module.css'
import type { NavigationSite } from './site-groups.ts'

/** Another site: name, description and host. The whole card is the link. */
export function SiteCard({ site: { name, info, url, host, logoUrl } }: { site: NavigationSite }) {
  return (
    <article className={styles.root}>
      <h3 className={styles.name}>
        {logoUrl && <Logo url={logoUrl} />}
        <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
          {name}
          <VisuallyHidden>（在新窗口打开）</VisuallyHidden>
        </a>
      </h3>
      {info && <p className={styles.info}>{info}</p>}
      <p className={styles.host}>
        <Icon of={ExternalLink} sizePx={15} />
        {host}
      </p>
    </article>
  )
}

/** Lazily loaded without a referrer; removed when it fails. */
function Logo({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return null
  return (
    <img
      className={styles.logo}
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
