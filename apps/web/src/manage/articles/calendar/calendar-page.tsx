import { ChevronLeft, ChevronRight } from '@lucide/icons'
import type { CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ScheduleDialog } from '../schedule-dialog.tsx'
import styles from './calendar.module.css'
import { formatEntryTime, formatMonth, getEntryKey, shiftMonth, shiftTime } from './calendar-words.ts'
import { DayList } from './day-list.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { useMoves } from './use-moves.ts'

export const loader = defineLoader(({ api, query }) => {
  const month = query.get('month')
  return api.call('GET /v1/manage/articles/calendar', { query: month ? { month } : {} })
})

/** 日历: when articles were and will be published. */
export function Component() {
  const { month, today, days, entries, hasMore } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const address = useAddressFilters(['month', 'view'])
  const isNarrow = useIsNarrow()
  const isList = isNarrow || address.get('view') === 'list'
  const { move, last, undo } = useMoves(days)
  const [chosen, setChosen] = useState<CalendarEntry | null>(null)
  const linkTo = (other: string) => address.linkWith('month', today.startsWith(other) ? '' : other)
  const followEntry = useFollowedEntry()
  const calendar = {
    month,
    today,
    days,
    entries,
    onChoose: setChosen,
    onMoveByDays: (entry: CalendarEntry, by: -1 | 1) => {
      followEntry(entry)
      void move(entry, shiftTime(entry.time, by))
    },
  }
  return (
    <>
      <PageHead
        title="日历"
        crumb={<TextLink to="/articles">文章</TextLink>}
        summary="定时与已发布的文章，北京时间。休息日照“公告与时间”里的对外时间"
      />
      <div className={styles.root}>
        <div className={styles.bar}>
          <ButtonLink variant="outline" icon={ChevronLeft} to={linkTo(shiftMonth(month, -1))} preventScrollReset>
            上个月
          </ButtonLink>
          <h2 aria-live="polite">{formatMonth(month)}</h2>
          <ButtonLink variant="outline" icon={ChevronRight} to={linkTo(shiftMonth(month, 1))} preventScrollReset>
            下个月
          </ButtonLink>
          {!today.startsWith(month) && (
            <ButtonLink variant="quiet" to={address.linkWith('month', '')} preventScrollReset>
              回到本月
            </ButtonLink>
          )}
        </div>
        {!isNarrow && (
          <ViewTabs
            label="日历的样子"
            views={[
              { label: '月历', to: address.linkWith('view', ''), isCurrent: !isList },
              { label: '列表', to: address.linkWith('view', 'list'), isCurrent: isList },
            ]}
          />
        )}
        {last && (
          <Note tone="success" isLive action={<UndoButton onUndo={undo} />}>
            《{last.entry.title}》改到 {formatEntryTime(last.to)} 发布。
          </Note>
        )}
        {hasMore && <Note tone="warning">这个月的文章太多，这里只列出一部分。全部文章请在“文章”里查看。</Note>}
        {isList ? (
          <DayList {...calendar} />
        ) : (
          <MonthGrid
            {...calendar}
            listTo={address.linkWith('view', 'list')}
            onMonth={(by) => void navigate(linkTo(shiftMonth(month, by)), { preventScrollReset: true })}
          />
        )}
      </div>
      {chosen && (
        <ScheduleDialog
          planned={chosen.time}
          onClose={() => setChosen(null)}
          onSet={async (publishAt) => {
            followEntry(chosen)
            await move(chosen, publishAt)
          }}
        />
      )}
    </>
  )
}

function UndoButton({ onUndo }: { onUndo: () => Promise<void> }) {
  return (
    <Button variant="outline" onClick={() => void onUndo()}>
      撤销
    </Button>
  )
}

/** Keeps the focus on an entry that moves to another day. */
function useFollowedEntry() {
  const followed = useRef<{ key: string; from: string } | null>(null)
  useEffect(() => {
    if (!followed.current) return
    const item = document.querySelector<HTMLElement>(`[data-entry="${followed.current.key}"]`)
    if (!item || item.dataset.time === followed.current.from) return
    followed.current = null
    item.querySelector('a')?.focus()
  })
  return (entry: CalendarEntry) => {
    followed.current = { key: getEntryKey(entry), from: entry.time }
  }
}
