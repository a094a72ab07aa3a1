import { X } from '@lucide/icons'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type Batch, describeWorking, isBusy } from './batch-words.ts'
import styles from './import.module.css'

/** Number of progress steps that screen readers announce. */
const SPOKEN_STEPS = 5

/** Progress of a file, and its five counts. */
export function BatchProgress({ batch, onCancel }: { batch: Batch; onCancel: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false)
  const { counts, rows, share, state } = batch
  const words = describeWorking(batch)
  const isStoring = state === 'storing' || state === 'listing'
  const spoken = Math.floor(share * SPOKEN_STEPS) / SPOKEN_STEPS
  const counted = [
    ['新增', counts.added, undefined],
    ['更正', counts.corrected, undefined],
    ['未变', counts.unchanged, undefined],
    ['有警示', counts.warned, 'warning'],
    ['有错', counts.faulty, 'danger'],
  ] as const
  return (
    <Panel className={styles.progress}>
      <div className={styles.row}>
        <p>
          <b>{words}</b>
          <span className={styles.figures}>{isStoring ? '' : `${formatNumber(rows)} 行`}</span>
        </p>
        {state !== 'listing' && (
          <Button variant="quiet" icon={X} onClick={() => (isStoring ? setIsAsking(true) : void onCancel())}>
            取消
          </Button>
        )}
      </div>
      {isAsking && (
        <DangerDialog
          title={`取消“${batch.fileName}”的入库`}
          verb="取消入库"
          keep="继续入库"
          onConfirm={onCancel}
          onClose={() => setIsAsking(false)}
        >
          <p>取消后一份也不留，上传的文件一并删除；要再导入，须重新上传。改过的格保留 7 天，同一文件再次上传时还在。</p>
        </DangerDialog>
      )}
      <Ruler share={share} label={isStoring ? '入库进度' : '检查进度'} isProgress />
      <VisuallyHidden role="status">
        {isBusy(batch) ? `${words}，${Math.round(spoken * 100)}%` : `${words}，${counts.faulty} 行有错`}
      </VisuallyHidden>
      <dl className={styles.counts}>
        {counted.map(([title, count, tone]) => (
          <div key={title} data-tone={count > 0 ? tone : undefined}>
            <dt>{title}</dt>
            <dd>
              {formatNumber(count)}
              {title === '有错' && counts.pending > 0 && <small>在办 {formatNumber(counts.pending)}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
