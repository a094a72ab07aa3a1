import { SIGNED_STEPS } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { readLocalItem } from '#lib/browser-storage.ts'
import { formatNumber } from '#lib/format.ts'
import { TaskNote } from '#manage/controls/layout/task-note.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { STEP_NAMES } from '../desk-words.ts'
import styles from './approval-progress.module.css'
import { useApprovalTask } from './approval-task-store.ts'

/** Interval at which the page reloads a running task, ms. */
const RELOAD_MS = 1500

/** Storage key of the id of the last task whose result the reader has dismissed. */
const READ_KEY = 'manage-approvals-read'

/** Progress and result of the reader's newest approval task, also after a reload; renders nothing without the duty. */
export function ApprovalProgress() {
  const { duties } = useSelf()
  const maySign = SIGNED_STEPS.some((step) => duties.includes(step)) || duties.includes('owner')
  return maySign ? <TaskProgress /> : null
}

function TaskProgress() {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const task = useApprovalTask((state) => state.task)
  const isRunning = task !== null && task.finishTime === null
  useEffect(() => {
    const stop = new AbortController()
    const load = async () => {
      const call = { quiet: true, signal: stop.signal } as const
      const found = await api.call('GET /v1/manage/certificates/approvals', call).catch(() => undefined)
      if (found === undefined || stop.signal.aborted) return
      const before = useApprovalTask.getState().task
      useApprovalTask.setState({ task: found })
      if (!found?.finishTime || readLocalItem(READ_KEY) === found.id) return
      // The list may have been loaded before the task ended.
      if (before?.id !== found.id || before.finishTime === null) void revalidate()
    }
    if (!isRunning) void load()
    const timer = isRunning ? setInterval(() => void load(), RELOAD_MS) : undefined
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [api, isRunning, revalidate])
  if (!task) return null
  const { position, total, published, refused } = task
  const words = STEP_NAMES[task.step]
  const left = total - position
  return (
    <div className={styles.root}>
      <TaskNote
        task={task}
        readKey={READ_KEY}
        barLabel={`成批${words}的进度`}
        bar="below"
        progress={
          `正在${words}：${formatNumber(position)} / ${formatNumber(total)} 份，可以离开此页` +
          (refused.length > 0 ? `，${formatNumber(refused.length)} 份未${words}` : '')
        }
        onStop={() => api.call('DELETE /v1/manage/certificates/approvals')}
        isWhole={refused.length + left === 0}
      >
        {`成批${words}：已${words} ${formatNumber(published)} 份`}
        {refused.length > 0 && `，未${words} ${formatNumber(refused.length)} 份`}
        {left > 0 && `；已停止，余下 ${formatNumber(left)} 份留在${task.step === 'review' ? '待审核' : '待批'}`}
        {refused.length > 0 && (
          <details className={styles.refused} open={refused.length <= 5}>
            <summary>未{words}的原因</summary>
            <ul>
              {refused.map(({ certificateNo, reason }) => (
                <li key={certificateNo}>
                  <Link to={`/certificates/${certificateNo}`}>{certificateNo}</Link>：{reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </TaskNote>
    </div>
  )
}
