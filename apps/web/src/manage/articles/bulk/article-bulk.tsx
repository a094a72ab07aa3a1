import type { ManagedArticle, SkippedArticle } from '@portal/contract/articles/article-shapes.ts'
import { BULK_ACTION_NAMES } from '@portal/contract/articles/article-words.ts'
import type { BodyFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import type { Selection } from '#manage/controls/lists/use-selection.ts'
import { Button } from '#ui/forms/button.tsx'
import { ScheduleDialog } from '../schedule-dialog.tsx'
import { AskDialog, type Topic, TopicDialog } from './article-bulk-dialogs.tsx'
import { type FaultyArticles, joinTitles, PublishFaults } from './publish-faults.tsx'
import { type ArticleFilter, SelectMatching } from './select-matching.tsx'

type Bulk = Omit<BodyFor<'POST /v1/manage/articles/bulk'>, 'ids'>

const ALL_WORDS = '包括其他页上符合筛选条件的文章。不能处理的会跳过并列出原因；处理时可以离开此页，也可以中途停止。'
const PUBLISH_WORDS = '读者马上就能看到。没有正文的会跳过。'
const TAKE_OFF_WORDS = '读者不再看得到，已有的链接会提示文章不存在。可以随时重新发布。'

interface ArticleBulkProps {
  selection: Selection
  rows: readonly Pick<ManagedArticle, 'id' | 'title' | 'state' | 'hasDraft' | 'isStick' | 'isRecommend'>[]
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
  const [faulty, setFaulty] = useState<FaultyArticles>([])
  const { isBusy: isChecking, run: runCheck } = useBusy()
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
    const words = `已${BULK_ACTION_NAMES[bulk.action]} ${done.length} 篇`
    if (skipped.length === 0) showToast('success', words)
    else {
      const text = `${words}，跳过 ${skipped.length} 篇：${listReasons(skipped)}`
      showToast('warning', text, { isClosable: true, isLasting: true })
    }
    selection.clear()
    await revalidate()
  }
  /** Looks for faults that readers would see before it asks. They only warn, so that a failure does not prevent publishing. */
  const askToPublish = (action: 'publish' | 'schedule') =>
    runCheck(async () => {
      const ids = all ? [] : chosen.flatMap(({ id, state }) => (state === 'published' ? [] : id))
      const found =
        ids.length > 0 && api.call('POST /v1/manage/articles/faults', { body: { ids }, quiet: true }).catch(() => [])
      setFaulty((await found) || [])
      setDialog(action)
    })
  const renderAction = (label: string, bulk: Bulk) => (
    <Button
      variant="quiet"
      onClick={() => (all || bulk.action === 'takeOff' ? setDialog(bulk.action) : void apply(bulk))}
    >
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
        <Button variant="quiet" isBusy={isChecking} onClick={() => void askToPublish('publish')}>
          发布
        </Button>
        <Button variant="quiet" isBusy={isChecking} onClick={() => void askToPublish('schedule')}>
          定时发布
        </Button>
        {renderAction('下架', { action: 'takeOff' })}
      </BulkBar>
      {dialog !== null && !['move', 'tag', 'schedule'].includes(dialog) && (
        <AskDialog
          title={`${BULK_ACTION_NAMES[dialog]} ${formatNumber(all?.total ?? chosen.length)} 篇文章？`}
          verb={BULK_ACTION_NAMES[dialog]}
          words={all ? ALL_WORDS : dialog === 'publish' ? PUBLISH_WORDS : TAKE_OFF_WORDS}
          onSure={() => apply({ action: dialog })}
          onClose={() => setDialog(null)}
        >
          {dialog === 'publish' && <PublishFaults rows={all ? [] : chosen} faulty={faulty} />}
        </AskDialog>
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
        <ScheduleDialog onSet={(publishAt) => apply({ action: 'schedule', publishAt })} onClose={() => setDialog(null)}>
          <PublishFaults rows={all ? [] : chosen} faulty={faulty} />
        </ScheduleDialog>
      )}
    </>
  )
}

/** Lists the skipped articles by reason. */
function listReasons(skipped: readonly SkippedArticle[]): string {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))]
  const listTitles = (of: string) => skipped.flatMap(({ title, reason }) => (reason === of ? `“${title}”` : []))
  return reasons.map((reason) => joinTitles(listTitles(reason)) + reason).join('；')
}
