import { VIEW_SOURCES, type ViewSource } from '@portal/contract/articles/article-view-rules.ts'
import type { ArticleViews } from '@portal/contract/articles/article-views.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { formatShortDay } from '#manage/controls/charts/scale.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from './views-panel.module.css'

const BAR_HEIGHT = 40
const addUp = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** 浏览: how often an article was opened and read to the end in the last days, and where its readers came from. */
export function ViewsPanel({ articleId }: { articleId: number }) {
  const api = useApi()
  const [figures, setFigures] = useState<ArticleViews | null>(null)
  useEffect(() => {
    const load = async () => {
      const params = { id: articleId }
      setFigures(await api.call('GET /v1/manage/articles/{id}/views', { params, quiet: true }).catch(() => null))
    }
    void load()
  }, [api, articleId])
  if (!figures) return null
  const { days, views, ends, sources } = figures
  const total = addUp(views)
  const greatest = Math.max(0, ...views)
  const busiest = formatShortDay(days[views.indexOf(greatest)] ?? '')
  const finding = total === 0 ? '还没有人浏览' : `最多：${busiest}，${formatNumber(greatest)} 次`
  return (
    <Panel title="浏览" note={`近 ${days.length} 天，不用 Cookie 计数`}>
      <div className={styles.root}>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${days.length} ${BAR_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`近 ${days.length} 天浏览 ${formatNumber(total)} 次，${finding}`}
        >
          {days.map((day, at) => {
            const height = Math.max(1, ((views[at] ?? 0) / Math.max(1, greatest)) * BAR_HEIGHT)
            return <rect key={day} x={at + 0.1} y={BAR_HEIGHT - height} width={0.8} height={height} />
          })}
        </svg>
        <p className={styles.line}>
          <b>{formatNumber(total)} 次</b>
          <span>{finding}</span>
        </p>
        {total > 0 && (
          <>
            <p className={styles.line}>
              <b>读完 {formatNumber(addUp(ends))} 次</b>
              <span>看到文末，且停留 10 秒以上</span>
            </p>
            <FigureTable
              label="从哪里来"
              heads={['从哪里来', '浏览']}
              numbers={[1]}
              rows={sources.map(({ name, times }) => ({
                key: name,
                cells: [VIEW_SOURCES[name as ViewSource] ?? name, formatNumber(times)],
              }))}
            />
            <details>
              <summary>按天看</summary>
              <FigureTable
                label="每日浏览与读完"
                heads={['日期', '浏览', '读完']}
                numbers={[1, 2]}
                rows={days.map((day, at) => ({
                  key: day,
                  cells: [formatShortDay(day), formatNumber(views[at]), formatNumber(ends[at])],
                }))}
              />
            </details>
          </>
        )}
      </div>
    </Panel>
  )
}
