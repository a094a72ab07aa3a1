import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './navigation-page.module.css'
import { SiteCard } from './site-card.tsx'
import { toSiteGroups } from './site-groups.ts'

const TITLE = '站点导航'
const LEAD = '常用的标准、资料与工具。'
const CRUMB = [{ text: TITLE }]

export const navigationLoader = defineLoader(async ({ api }) => ({
  groups: toSiteGroups(await api.call('GET /v1/site/getNavigations', { quiet: true })),
}))

export const navigationMeta: MetaOf<typeof navigationLoader> = ({ groups }) => ({
  title: TITLE,
  description: `${LEAD}${groups.map(({ name }) => name).join('、')}。`,
  jsonLd: breadcrumbLd(CRUMB),
})

export function NavigationPage() {
  const { groups } = useLoaderData<typeof navigationLoader>()
  return (
    <>
      <PageHead crumb={CRUMB} title={TITLE} lead={LEAD} figure={<Drawing name="brilliant-face" />} stone="zircon" />
      <Container className={styles.root}>
        {groups.length > 0 ? (
          <p className={shared.note}>以下均为其他网站，将在新窗口打开，其内容由对方负责。</p>
        ) : (
          <EmptyState>
            <ButtonLink variant="outline" to="/">
              返回首页
            </ButtonLink>
          </EmptyState>
        )}
        {groups.map(({ name, sites }) => (
          <section className={styles.group} key={name} aria-label={name}>
            <h2 className={styles.title}>{name}</h2>
            <ul className={styles.tray} data-columns={sites.length % 3 !== 0 && sites.length % 4 === 0 ? 4 : 3}>
              {sites.map((site) => (
                <li className={styles.place} key={site.id}>
                  <SiteCard site={site} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Container>
    </>
  )
}
