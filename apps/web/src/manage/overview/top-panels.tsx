import type { Statistics } from '@portal/contract/site/figures.ts'
import { formatNumber } from '#lib/format.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useShare } from '#manage/controls/values/use-share.ts'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './overview.module.css'
import { pageName } from './page-names.ts'

/** Unknown numbers, most visited pages, searches without results. */
export function TopPanels({ statistics }: { statistics: Statistics }) {
  const { pages, unknownNumbers, missedSearches } = statistics
  const most = pages[0]?.times ?? 1
  const mayEdit = hasDuty(useSelf().duties, ['edit'])
  return (
    <>
      <Panel title="最常查无的编号" span={4} isFlush>
        <FigureTable
          label="最常查无的编号"
          heads={['编号（只存前 10 位）', '次数']}
          numbers={[1]}
          rows={unknownNumbers.map(({ name, times }) => ({
            key: name,
            cells: [name === 'other' ? '当日超出 100 种的其余编号' : `${name}……`, formatNumber(times)],
          }))}
          empty="没有查无的编号"
        />
      </Panel>
      <Panel title="最忙的页面" span={4} isFlush>
        <FigureTable
          label="最忙的页面"
          heads={['页面', '比例', '浏览']}
          numbers={[2]}
          rows={pages.map(({ name, times }) => ({
            key: name,
            cells: [pageName(name), <Share key="share" of={times / most} />, formatNumber(times)],
          }))}
          empty="还没有浏览"
        />
      </Panel>
      <Panel title="无结果的搜索" span={4} isFlush>
        <FigureTable
          label="无结果的搜索"
          heads={['关键词', '次数']}
          numbers={[1]}
          rows={missedSearches.map(({ name, times }) => ({
            key: name,
            cells: [mayEdit ? <ArticlesWith key="word" word={name} /> : name, formatNumber(times)],
          }))}
          empty="没有。同一天至少三位访客搜过而无结果的词才会列出"
        />
      </Panel>
    </>
  )
}

/** Drafts and articles that contain the word, so that no second one is written. */
function ArticlesWith({ word }: { word: string }) {
  return <TextLink to={`/articles?keyword=${encodeURIComponent(word)}`}>{word}</TextLink>
}

function Share({ of: share }: { of: number }) {
  const ref = useShare<HTMLElement>(share)
  return <i className={styles.share} ref={ref} aria-hidden="true" />
}
