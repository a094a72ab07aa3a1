import { FileUp } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { IMPORT_MAX_BYTES, IMPORT_UPLOAD_MS } from '@portal/contract/site/import-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'
import { formatClock } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { ChoicePanel } from './choice-panel.tsx'
import { FormerPanel } from './former-panel.tsx'
import styles from './imports.module.css'
import { ResultPanel } from './result-panel.tsx'

/** Time between two looks at a running import, ms. */
const LOOK_MS = 1000
const TOO_LARGE = '文件不能超过 200 MB，请在原网站按时间分几次导出'
const OFFLINE = '没有上传成功，请检查网络后重试'

export type SiteImport = NonNullable<DataFor<'GET /v1/manage/imports'>>

export const loader = defineLoader(async ({ api }) => {
  const [current, former, { records }] = await Promise.all([
    api.call('GET /v1/manage/imports'),
    api.call('GET /v1/manage/imports/former'),
    api.call('GET /v1/manage/categories'),
  ])
  return { current, former, categories: records.filter(({ id }) => id !== PAGE_CATEGORY) }
})

/** Import of the texts of another site: choose a file, look at what is in it, store drafts. */
export function Component() {
  const { current, former, categories } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const isWorking = current?.state === 'reading' || current?.state === 'storing'
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setInterval(() => void (navigator.onLine && revalidate()), LOOK_MS)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
  return (
    <>
      <PageHead title="导入文章" summary="把旧网站的文章搬过来。全部存为草稿，一篇也不会自动发布" />
      <div className={styles.stack}>
        {current && isWorking && <ProgressPanel current={current} />}
        {current?.state === 'refused' && (
          <Note tone="error" isLive title={`没有导入“${current.fileName}”`}>
            {current.message}
          </Note>
        )}
        {current?.state === 'failed' && (
          <Note tone="error" isLive title="导入中断">
            已存的草稿还在。请重新上传同一文件，会从没有完成的地方补齐。
          </Note>
        )}
        {current?.state === 'ready' && current.summary && (
          <ChoicePanel key={current.id} current={current} summary={current.summary} categories={categories} />
        )}
        {current && <ResultPanel current={current} />}
        {!isWorking && <UploadPanel hasFile={current?.state === 'ready'} />}
        {former.length > 0 && <FormerPanel former={former} />}
      </div>
    </>
  )
}

function UploadPanel({ hasFile }: { hasFile: boolean }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)

  const upload = async (file: File) => {
    if (file.size > IMPORT_MAX_BYTES) return setFault(TOO_LARGE)
    const body = new FormData()
    body.set('multipartFile', file)
    stop.current = new AbortController()
    setFault(null)
    setShare(0)
    const { signal } = stop.current
    try {
      const via = createProgressFetch(setShare)
      await api.call('POST /v1/manage/imports', { body, signal, via, timeoutMs: IMPORT_UPLOAD_MS })
      await revalidate()
    } catch (error) {
      if (!signal.aborted) setFault(error instanceof ApiError ? error.message : OFFLINE)
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
    <Panel title={hasFile ? '换一个文件' : '导出文件'}>
      <DropZone
        icon={FileUp}
        title="把导出文件拖到这里"
        hint={
          <>
            WordPress：在“工具 → 导出”里选“所有内容”，得到一个 .xml 文件。
            <br />
            Halo：在后台导出 Markdown，得到一个 .zip 文件。
            <br />
            200 MB、1 万篇以内。
          </>
        }
        progress={progress}
        onFiles={([file]) => file && void upload(file)}
      >
        <FileButton icon={FileUp} accept=".xml,.zip" onFile={(file) => void upload(file)}>
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

function ProgressPanel({ current }: { current: SiteImport }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { id, state, share, position, total, fileName, retry } = current
  const isReading = state === 'reading'
  const words = isReading ? '正在读取文件' : `正在存为草稿：${position} / ${total} 篇`
  const waiting = retry && `上次没有成功，将在 ${formatClock(retry.time)} 再试（第 ${retry.attempt} 次）`
  const stop = async () => {
    // The client has shown the error.
    await api.call('POST /v1/manage/imports/stop', { body: { importId: id } }).catch(() => null)
    await revalidate()
  }
  return (
    <Panel title={fileName}>
      <div className={styles.progress}>
        <p role="status">{waiting ?? words}</p>
        <Button variant="quiet" onClick={() => void stop()}>
          停止
        </Button>
      </div>
      <Ruler
        share={isReading ? share : position / Math.max(1, total)}
        label={isReading ? '读取进度' : '导入进度'}
        isProgress
      />
      <p className={styles.fact}>网站照常使用，可以离开这一页。停止后，已存的草稿会留下。</p>
    </Panel>
  )
}
