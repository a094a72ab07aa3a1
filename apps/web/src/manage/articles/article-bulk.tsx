import type { BodyFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import type { Selection } from '#manage/controls/lists/use-selection.ts'
import { Button } from '#ui/forms/button.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

type Bulk = Omit<BodyFor<'POST /v1/manage/articles/bulk'>, 'ids'>
type Topic = { id: number; name: string }

interface ArticleBulkProps {
  selection: Selection
  rows: readonly { id: number; isStick: number; isRecommend: number }[]
  categories: readonly Topic[]
  tags: readonly Topic[]
}

/** One change to the selected articles; names what was skipped, and why. */
export function ArticleBulk({ selection, rows, categories, tags }: ArticleBulkProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<'move' | 'tag' | 'schedule' | null>(null)
  const chosen = rows.filter(({ id }) => selection.ids.has(String(id)))
  const areAll = (mark: 'isStick' | 'isRecommend') => chosen.every((row) => row[mark] === 1)

  const apply = async (bulk: Bulk) => {
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
  const act = (label: string, bulk: Bulk) => (
    <Button variant="quiet" onClick={() => void apply(bulk)}>
      {label}
    </Button>
  )
  return (
    <>
      <BulkBar selection={selection}>
        <Button variant="quiet" onClick={() => setDialog('move')}>
          移动栏目
        </Button>
        <Button variant="quiet" onClick={() => setDialog('tag')}>
          加标签
        </Button>
        {areAll('isStick') ? act('取消置顶', { action: 'unstick' }) : act('置顶', { action: 'stick' })}
        {areAll('isRecommend') ? act('取消推荐', { action: 'unrecommend' }) : act('推荐', { action: 'recommend' })}
        {act('发布', { action: 'publish' })}
        <Button variant="quiet" onClick={() => setDialog('schedule')}>
          定时发布
        </Button>
        {act('下架', { action: 'takeOff' })}
      </BulkBar>
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

interface TopicDialogProps {
  title: string
  label: string
  topics: readonly Topic[]
  onChoose: (id: number) => Promise<void>
  onClose: () => void
}

function TopicDialog({ title, label, topics, onChoose, onClose }: TopicDialogProps) {
  const [id, setId] = useState(String(topics[0]?.id ?? ''))
  const { isBusy, run } = useBusy()
  const choose = () =>
    run(async () => {
      await onChoose(Number(id))
      onClose()
    })
  return (
    <ManageDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            取消
          </Button>
          <Button isBusy={isBusy} busyLabel="处理中" onClick={() => void choose()}>
            {title}
          </Button>
        </>
      }
    >
      <Field label={label}>
        <Select
          value={id}
          options={topics.map((topic) => ({ value: String(topic.id), label: topic.name }))}
          onChange={({ target }) => setId(target.value)}
        />
      </Field>
    </ManageDialog>
  )
}
