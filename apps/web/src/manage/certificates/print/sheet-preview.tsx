import type { PrintOrder } from '@portal/contract/certificates/desk/print.ts'
import { useEffect, useState } from 'react'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from './print.module.css'
import { printFile } from './print-file.ts'

type Preview = { kind: 'busy' } | { kind: 'made'; url: string } | { kind: 'failed'; message: string }

/** Parameters that hide the tools of the viewer and show a whole page. */
const VIEW = '#toolbar=0&navpanes=0&view=Fit'

/** The PDF of the first certificate as it will be printed, with stars in place of its code. */
export function SheetPreview({ order }: { order: PrintOrder }) {
  const preview = usePreview(order)
  return (
    <Panel title="预览">
      <div className={styles.preview} data-kind={order.kind} aria-live="polite">
        {preview.kind === 'busy' && <p className={styles.hint}>正在生成预览……</p>}
        {preview.kind === 'failed' && <Note tone="error">没有预览：{preview.message}</Note>}
        {preview.kind === 'made' &&
          (navigator.pdfViewerEnabled === false ? (
            <p className={styles.links}>
              这个浏览器不能在页面里显示 PDF。
              <a href={preview.url} target="_blank" rel="noreferrer">
                打开预览
              </a>
            </p>
          ) : (
            <iframe className={styles.sheet} src={preview.url + VIEW} title="第一份证书的预览" />
          ))}
      </div>
    </Panel>
  )
}

/** Makes a new preview when the order changes, and cancels the previous one. */
function usePreview(order: PrintOrder): Preview {
  const [preview, setPreview] = useState<Preview>({ kind: 'busy' })
  const key = JSON.stringify(order)
  useEffect(() => {
    const controller = new AbortController()
    let url: string | undefined
    setPreview({ kind: 'busy' })
    printFile(JSON.parse(key) as PrintOrder, { signal: controller.signal, onPages: () => {} }).then(
      (file) => {
        if (controller.signal.aborted) return
        url = URL.createObjectURL(file)
        setPreview({ kind: 'made', url })
      },
      (reason: unknown) => {
        if (controller.signal.aborted) return
        setPreview({ kind: 'failed', message: reason instanceof Error ? reason.message : '请稍后再试' })
      },
    )
    return () => {
      controller.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [key])
  return preview
}
