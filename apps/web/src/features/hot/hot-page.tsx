import { useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { PageHead } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './hot-page.module.css'
import { HotRanking } from './hot-ranking.tsx'
import { HOT_SOURCES, loadHotSource } from './hot-sources.ts'

const TITLE = '站内热搜'
const LEAD = '在本站搜索最多的词。'
const CRUMB = [{ text: TITLE }]

export const hotLoader = defineLoader(async ({ api, request }) => {
  const [site, ...others] = await Promise.all([
    loadHotSource(api, 'site', request.signal),
    ...HOT_SOURCES.map(({ type }) => loadHotSource(api, type, request.signal)),
  ])
  return { site, others: HOT_SOURCES.map((source, index) => ({ ...source, found: others[index] ?? site })) }
})

export const hotMeta: MetaOf<typeof hotLoader> = () => ({
  title: TITLE,
  description: LEAD,
  jsonLd: breadcrumbLd(CRUMB),
})

export function HotPage() {
  const { site, others } = useLoaderData<typeof hotLoader>()
  // Visitors do not see unconnected sources.
  const connected = others.filter(({ found }) => found.state !== 'notConnected')
  return (
    <>
      <PageHead crumb={CRUMB} title={TITLE} lead={LEAD} figure={<Drawing name="octahedron" />} stone="diamond" />
      <Container className={shared.pageTop}>
        <div className={styles.columns}>
          <HotRanking type="site" name="站内搜索" found={site} isLarge />
          <aside>
            <LookupBox />
          </aside>
        </div>
        {connected.length > 0 && (
          <section className={styles.others} aria-labelledby="others">
            <h2 className={styles.title} id="others">
              各平台热榜
            </h2>
            <div className={styles.grid}>
              {connected.map(({ type, name, found }) => (
                <HotRanking type={type} name={name} found={found} key={type} />
              ))}
            </div>
          </section>
        )}
      </Container>
    </>
  )
}
