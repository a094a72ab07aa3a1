import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './hot-ranking.module.css'
import { type HotItem, type HotSource, type HotType, loadHotSource } from './hot-sources.ts'

export interface HotRankingProps {
  type: HotType
  name: string
  found: HotSource
  /** The main ranking of the page. */
  isLarge?: boolean
}

/** Ranking of one source, which loads and fails alone. */
export function HotRanking({ type, name, found, isLarge = false }: HotRankingProps) {
  const { source, isBusy, reload } = useReload(type, found)
  const Heading = isLarge ? 'h2' : 'h3'
  return (
    <section className={styles.root} data-large={isLarge || undefined} aria-labelledby={`hot-${type}`}>
      <Heading className={styles.name} id={`hot-${type}`}>
        {name}
      </Heading>
      {source.state === 'loaded' ? (
        <Items items={source.items} isLarge={isLarge} />
      ) : (
        <p className={styles.missing}>{source.state === 'failed' ? '暂时无法加载' : '未接入该来源'}</p>
      )}
      {source.state === 'failed' && (
        <Button className={styles.reload} variant="outline" isBusy={isBusy} busyLabel="加载中" onClick={reload}>
          重新加载
        </Button>
      )}
    </section>
  )
}

function Items({ items, isLarge }: { items: readonly HotItem[]; isLarge: boolean }) {
  if (items.length === 0) return isLarge ? <NothingSearched /> : <p className={styles.missing}>暂无数据</p>
  return (
    <ol>
      {items.map(({ text, to, isExternal }, index) => (
        // A source may list the same words twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rank identifies the row
        <li className={styles.item} key={index}>
          <span className={styles.rank} aria-hidden="true">
            {index + 1}
          </span>
          {isExternal ? (
            <a className={styles.link} href={to} target="_blank" rel="noopener noreferrer">
              {text}
              <VisuallyHidden>（在新窗口打开）</VisuallyHidden>
            </a>
          ) : (
            <Link className={styles.link} to={to}>
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
    <EmptyState>
      <p>有人在本站搜索后，搜得最多的词会列在这里。</p>
      <ButtonLink variant="outline" to="/search">
        搜索新闻
      </ButtonLink>
    </EmptyState>
  )
}

/** Reloads the source on request. */
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
  // Data that the page has loaded since takes precedence.
  return { source: again?.after === found ? again.source : found, isBusy, reload: () => void reload() }
}
