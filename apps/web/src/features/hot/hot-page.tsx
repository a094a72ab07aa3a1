import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './hot-page.module.css'
import ranking from './hot-ranking.module.css'
import { HOT_SOURCES, type HotItem, type HotSource, type HotType, loadHotSource } from './hot-sources.ts'

const TITLE = '站内热搜'
const LEAD = '在本站搜索最多的词。'
const CRUMB = [{ text: TITLE }]

export const loader = defineLoader(async ({ api, request }) => {
  const [site, ...others] = await Promise.all([
    loadHotSource(api, 'site', request.signal),
    ...HOT_SOURCES.map(({ type }) => loadHotSource(api, type, request.signal)),
  ])
  return { site, others: HOT_SOURCES.map((source, index) => ({ ...source, found: others[index] ?? site })) }
})

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  description: LEAD,
  crumb: CRUMB,
})

export function Component() {
  const { site, others } = useLoaderData<typeof loader>()
  // Sources that are not connected are hidden from visitors.
  const connected = others.filter(({ found }) => found.state !== 'notConnected')
  return (
    <PageFrame title={TITLE} lead={LEAD} drawing="octahedron" stone="diamond" className={shared.pageTop}>
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
    </PageFrame>
  )
}

interface HotRankingProps {
  type: HotType
  name: string
  found: HotSource
  /** Form of the page's main ranking. */
  isLarge?: boolean
}

/** Ranking of one source, which is loaded separately and may fail alone. */
function HotRanking({ type, name, found, isLarge = false }: HotRankingProps) {
  const { source, isBusy, reload } = useReload(type, found)
  const Heading = isLarge ? 'h2' : 'h3'
  return (
    <section className={ranking.root} data-large={isLarge || undefined} aria-labelledby={`hot-${type}`}>
      <Heading className={ranking.name} id={`hot-${type}`}>
        {name}
      </Heading>
      {source.state === 'loaded' ? (
        <Items items={source.items} isLarge={isLarge} />
      ) : (
        <p className={ranking.missing}>{source.state === 'failed' ? '暂时无法加载' : '未接入该来源'}</p>
      )}
      {source.state === 'failed' && (
        <Button className={ranking.reload} variant="outline" isBusy={isBusy} busyLabel="加载中" onClick={reload}>
          重新加载
        </Button>
      )}
    </section>
  )
}

function Items({ items, isLarge }: { items: readonly HotItem[]; isLarge: boolean }) {
  if (items.length === 0) return isLarge ? <NothingSearched /> : <p className={ranking.missing}>暂无数据</p>
  return (
    <ol>
      {items.map(({ text, to, isExternal }, index) => (
        // A source may list the same words twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rank identifies the row
        <li className={ranking.item} key={index}>
          <span className={ranking.rank} aria-hidden="true">
            {index + 1}
          </span>
          {isExternal ? (
            <a className={ranking.link} href={to} target="_blank" rel="noopener noreferrer">
              {text}
              <VisuallyHidden>（在新窗口打开）</VisuallyHidden>
            </a>
          ) : (
            <Link className={ranking.link} to={to}>
              {text}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function NothingSearched() {
  return (
    <EmptyState link={{ to: '/search', text: '搜索新闻' }}>
      <p>有人在本站搜索后，搜得最多的词会列在这里。</p>
    </EmptyState>
  )
}

/** Reloads the source when the visitor presses the button. */
function useReload(type: HotType, found: HotSource) {
  const api = useApi()
  const [again, setAgain] = useState<{ after: HotSource; source: HotSource } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const reload = async () => {
    setIsBusy(true)
    const source = await loadHotSource(api, type, new AbortController().signal)
    setAgain({ after: found, source })
    setIsBusy(false)
  }
  // Data that the page has loaded since then takes precedence.
  return { source: again?.after === found ? again.source : found, isBusy, reload: () => void reload() }
}
