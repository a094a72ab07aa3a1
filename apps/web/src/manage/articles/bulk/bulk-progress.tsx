import { BULK_ACTION_NAMES } from '@portal/contract/articles/article-words.ts'
import type { BulkJob } from '@portal/contract/articles/bulk-jobs.ts'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { TaskNote } from '#manage/controls/layout/task-note.tsx'
import styles from './bulk-progress.module.css'

/** Interval at which the page reloads a running job, ms. */
const LOOK_MS = 1500

/** Progress and result of the change to many articles that was started last. */
export function BulkProgress({ job }: { job: BulkJob | null }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const isRunning = job !== null && job.finishTime === null
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void revalidate(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
  if (!job) return null
  const { action, position, total, done, skipped, firstSkipped } = job
  const words = BULK_ACTION_NAMES[action]
  return (
    <TaskNote
      task={job}
      readKey="manage-bulk-read"
      barLabel="批量处理的进度"
      bar="beside"
      progress={`正在${words}：${formatNumber(position)} / ${formatNumber(total)} 篇，可以离开此页`}
      onStop={() => api.call('DELETE /v1/manage/articles/bulkJobs').finally(revalidate)}
      isWhole={skipped === 0 && position === total}
    >
      {`${words}：已处理 ${formatNumber(done)} 篇`}
      {skipped > 0 && `，跳过 ${formatNumber(skipped)} 篇`}
      {position < total && `，已停止，余下 ${formatNumber(total - position)} 篇没有改动`}
      {skipped > 0 && (
        <details className={styles.skipped}>
          <summary>为什么跳过</summary>
          <ul>
            {firstSkipped.map(({ id, title, reason }) => (
              <li key={id}>
                {title || id}：{reason}
              </li>
            ))}
          </ul>
          {skipped > firstSkipped.length && <p>以上是前 {firstSkipped.length} 篇。</p>}
        </details>
      )}
    </TaskNote>
  )
}
