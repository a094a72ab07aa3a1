import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import type { Selection } from '#manage/controls/lists/use-selection.ts'
import type { MediaItem } from '#manage/controls/media/media-words.ts'
import { Button } from '#ui/forms/button.tsx'

interface MediaBulkProps {
  selection: Selection
  rows: readonly MediaItem[]
  /** The list is the recycle bin. */
  isBin: boolean
}

/** Puts the selected files into the recycle bin or restores them, each with a call of its own. */
export function MediaBulk({ selection, rows, isBin }: MediaBulkProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  const unused = chosen.filter(({ isUnused }) => isUnused === true)
  const state =
    isBin || unused.length === 0 ? '' : `，${unused.length === chosen.length ? '均' : `${unused.length} 个`}未使用`

  const change = async (items: readonly MediaItem[], verb: string, send: (item: MediaItem) => Promise<unknown>) => {
    const faults: string[] = []
    let done = 0
    for (const item of items) {
      try {
        await send(item)
        done += 1
      } catch (reason) {
        faults.push(reason instanceof ApiError ? `“${item.name}”${reason.message}` : '网络不通，请再试')
        if (!(reason instanceof ApiError)) break
      }
    }
    selection.clear()
    await revalidate()
    const words = `已${verb} ${done} 个`
    if (faults.length === 0) showToast('success', words)
    else showToast('warning', `${words}，${items.length - done} 个没有改动：${faults.slice(0, 3).join('；')}`)
  }
  const remove = () =>
    change(unused, '移到回收站', ({ id, version }) =>
      api.call('DELETE /v1/manage/media/{id}', { params: { id }, query: { version }, quiet: true }),
    )
  const restore = () =>
    change(chosen, '恢复', ({ id, version }) => {
      const body = { version, revision: null }
      return api.call('POST /v1/manage/media/{id}/restore', { params: { id }, body, quiet: true })
    })
  return (
    <>
      <BulkBar selection={selection} words={`已选 ${chosen.length} 个${state}`}>
        {chosen.length < rows.length && (
          <Button variant="quiet" onClick={selection.toggleAll}>
            全选本页
          </Button>
        )}
        {isBin ? (
          <Button variant="quiet" onClick={() => void restore()}>
            恢复
          </Button>
        ) : (
          <Button variant="quiet" disabled={unused.length === 0} onClick={() => setIsAsking(true)}>
            移到回收站
          </Button>
        )}
      </BulkBar>
      {isAsking && (
        <DangerDialog
          title={`把 ${unused.length} 个文件移到回收站？`}
          verb="移到回收站"
          keep="不移"
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>
            没有文章、页面和设置用到它们。地址立即打不开，90 天内可以恢复。
            {unused.length < chosen.length && `另外 ${chosen.length - unused.length} 个还在使用，不会动。`}
          </p>
        </DangerDialog>
      )}
    </>
  )
}
