import { FileSpreadsheet, FileUp } from '@lucide/icons'
import { BATCH_MAX_BYTES, BATCH_UPLOAD_MS } from '@portal/contract/certificates/desk/batch-rules.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { Link } from '#ui/link.tsx'
import { type Batch, describeWorking } from './batch-words.ts'
import styles from './import.module.css'

const ACCEPTED = '.xlsx,.csv,.txt,.jsonl,.ndjson'
const OFFLINE = '没有上传成功，请检查网络后重试'

/** Accepts one file by drag and drop or by the file dialog. */
export function UploadPanel() {
  const api = useApi()
  const navigate = useNavigate()
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)

  const upload = async (file: File) => {
    if (file.size > BATCH_MAX_BYTES) return setFault('文件不能超过 50 MB，请分成几个文件')
    const body = new FormData()
    body.set('multipartFile', file)
    stop.current = new AbortController()
    setFault(null)
    setShare(0)
    try {
      const { signal } = stop.current
      const createdBatch = await api.call('POST /v1/manage/certificates/imports', {
        body,
        signal,
        via: createProgressFetch(setShare),
        timeoutMs: BATCH_UPLOAD_MS,
      })
      await navigate(`/certificates/import?id=${createdBatch.id}`)
    } catch (error) {
      if (!stop.current.signal.aborted) setFault(error instanceof ApiError ? error.message : OFFLINE)
    } finally {
      setShare(null)
    }
  }
  const progress = share !== null && (
    <div className={styles.uploading}>
      <p role="status">正在上传</p>
      <Ruler share={share} label="上传进度" isProgress />
      <Button variant="quiet" onClick={() => stop.current?.abort()}>
        取消
      </Button>
    </div>
  )
  return (
    <Panel>
      <DropZone
        icon={FileSpreadsheet}
        title="把表格拖到这里"
        hint="XLSX（10 万行以内）、CSV 或 JSONL，50 MB 以内。编码与列名自动识别；没有编号的行由系统按当日编号并生成核对码。"
        progress={progress}
        onFiles={([file]) => file && void upload(file)}
      >
        <FileButton icon={FileUp} accept={ACCEPTED} onFile={(file) => void upload(file)}>
          选择文件
        </FileButton>
      </DropZone>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
    </Panel>
  )
}

/** The caller's files of the last days. */
export function OpenBatches({ batches }: { batches: readonly Batch[] }) {
  if (batches.length === 0) return null
  return (
    <Panel title="最近的文件" note="文件与改过的格保留 7 天">
      <ul className={styles.files}>
        {batches.map((batch) => (
          <li key={batch.id}>
            <Link to={`/certificates/import?id=${batch.id}`}>{batch.fileName}</Link>
            <span>{describeState(batch)}</span>
            <time>{batch.time.slice(5, 16)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function describeState(batch: Batch): string {
  const { state, counts, drafts, submitted } = batch
  if (state === 'done') return `已入库：草稿 ${drafts} 份，已提交 ${submitted} 份`
  if (state === 'failed') return '不能读取'
  if (state === 'asking') return '待选工作表'
  if (state === 'ready') return counts.faulty > 0 ? `${counts.faulty} 行有错，待改` : '检查完毕，待入库'
  return describeWorking(batch)
}
