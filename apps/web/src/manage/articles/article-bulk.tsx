import { BULK_ACTION_NAMES } from '@portal/contract/articles/article-words.ts'
import type { BodyFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import type { Selection } from '#manage/controls/lists/use-selection.ts'
import { Button } from '#ui/forms/button.tsx'
import { AskDialog, type Topic, TopicDialog } from './article-bulk-dialogs.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { type ArticleFilter, SelectMatching } from './select-matching.tsx'

type Bulk = Omit<BodyFor<'POST /v1/manage/articles/bulk'>, 'ids'>

interface ArticleBulkProps {
  selection: Selection
  rows: readonly { id: number; isStick: number; isRecommend: number }[]
  /** Filter of the list; `null`: there are no further pages. */
  filter: ArticleFilter | null
  categories: readonly Topic[]
  tags: readonly Topic[]
}

/** Applies one change to the selected articles, or to all of the filter; lists the skipped ones with the reason. */
export function ArticleBulk({ selection, rows, filter, categories, tags }: ArticleBulkProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<'move' | 'tag' | 'schedule' | Bulk['action'] | null>(null)
  const [total, setTotal] = useState<number | null>(null)
  const chosen = rows.filter(({ id }) => selection.ids.has(String(id)))
  const isWholePage = rows.length > 0 && chosen.length === rows.length
  // Once a row is deselected, only the selected rows are changed again.
  if (!isWholePage && total !== null) setTotal(null)
  const all = isWholePage && filter !== null && total !== null ? { filter, total } : null
  const areAll = (mark: 'isStick' | 'isRecommend') => chosen.every((row) => row[mark] === 1)

  const start = async (bulk: Bulk, to: ArticleFilter) => {
    const body = { filter: to, ...bulk }
    const job = await api.call('POST /v1/manage/articles/bulkJobs', { body }).catch(() => null)
    if (!job) return
    setTotal(null)
    selection.clear()
    await revalidate()
  }
  const apply = async (bulk: Bulk) => {
    if (all) return start(bulk, all.filter)
    const body = { ids: chosen.map(({ id }) => id), ...bulk }
    const result = await api.call('POST /v1/manage/articles/bulk', { body }).catch(() => null)
    if (!result) return
    const { done, skipped } = result
    const reasons = skipped.map(({ title, reason }) => `“${title}”${reason}`).join('；')
    showToast(
      skipped.length > 0 ? 'warning' : 'success',
      `已处理 ${done.length} 篇${reasons && `，跳过 ${skipped.length} 篇：${reasons}`}`,
    )
    selection.clear()
    await revalidate()
  }
  const renderAction = (label: string, bulk: Bulk) => (
    <Button variant="quiet" onClick={() => (all ? setDialog(bulk.action) : void apply(bulk))}>
      {label}
    </Button>
  )
  return (
    <>
      <BulkBar selection={selection} words={all ? `已选全部 ${formatNumber(all.total)} 篇` : undefined}>
        {isWholePage && filter && !all && <SelectMatching filter={filter} onSelect={setTotal} />}
        <Button variant="quiet" onClick={() => setDialog('move')}>
          移动栏目
        </Button>
        <Button variant="quiet" onClick={() => setDialog('tag')}>
          加标签
        </Button>
        {areAll('isStick')
          ? renderAction('取消置顶', { action: 'unstick' })
          : renderAction('置顶', { action: 'stick' })}
        {areAll('isRecommend')
          ? renderAction('取消推荐', { action: 'unrecommend' })
          : renderAction('推荐', { action: 'recommend' })}
        {renderAction('发布', { action: 'publish' })}
        <Button variant="quiet" onClick={() => setDialog('schedule')}>
          定时发布
        </Button>
        {renderAction('下架', { action: 'takeOff' })}
      </BulkBar>
      {all && dialog !== null && !['move', 'tag', 'schedule'].includes(dialog) && (
        <AskDialog
          title={`${BULK_ACTION_NAMES[dialog]} ${formatNumber(all.total)} 篇文章？`}
          verb={BULK_ACTION_NAMES[dialog]}
          onSure={() => apply({ action: dialog })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'move' && (
        <TopicDialog
          title="移动栏目"
          label="栏目"
          topics={categories}
          onChoose={(categoryId) => apply({ action: 'move', categoryId })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'tag' && (
        <TopicDialog
          title="加标签"
          label="标签"
          topics={tags}
          onChoose={(tagId) => apply({ action: 'tag', tagId })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'schedule' && (
        <ScheduleDialog
          onSet={(publishAt) => apply({ action: 'schedule', publishAt })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
