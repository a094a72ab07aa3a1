import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './print.module.css'
import type { PrintState } from './use-print.ts'

interface PrintProgressProps {
  state: PrintState
  /** Number of pages of the whole print. */
  pages: number
  onCancel: () => void
}

/** Progress of a print, and its file once it is made. */
export function PrintProgress({ state, pages, onCancel }: PrintProgressProps) {
  const cancel = state.kind === 'busy' && (
    <Button variant="quiet" onClick={onCancel}>
      取消
    </Button>
  )
  return (
    <Panel title="生成" actions={cancel}>
      <div className={styles.progress} aria-live="polite">
        {state.kind === 'idle' && <p className={styles.hint}>共 {pages} 面。同一版本每次生成的文件逐字节相同。</p>}
        {state.kind === 'busy' && <Busy pages={pages} done={state.pages} startedAtMs={state.startedAtMs} />}
        {state.kind === 'done' && (
          <>
            <p>文件已生成，离开本页即不再保留。</p>
            <p className={styles.links}>
              <a href={state.url} target="_blank" rel="noreferrer">
                打开并打印
              </a>
              <a href={state.url} download={state.name}>
                下载 {state.name}
              </a>
            </p>
          </>
        )}
        {state.kind === 'failed' && <p role="alert">没有生成：{state.message}。已生成的部分作废。</p>}
        {state.kind === 'cancelled' && <p>已取消，已生成的部分作废。</p>}
      </div>
    </Panel>
  )
}

function Busy({ pages, done, startedAtMs }: { pages: number; done: number; startedAtMs: number }) {
  const share = pages === 0 ? 0 : done / pages
  const elapsedS = (Date.now() - startedAtMs) / 1000
  const leftS = done === 0 ? null : Math.ceil((elapsedS / done) * (pages - done))
  return (
    <>
      <p>
        <b>
          {done} / {pages}
        </b>{' '}
        面{leftS !== null && leftS > 1 && `，约剩 ${leftS} 秒`}
      </p>
      <Ruler share={share} label={`生成进度，${done} / ${pages} 面`} isProgress />
      <p className={styles.hint}>取消时已生成的一并作废；已计入打印次数的不退回。</p>
    </>
  )
}
