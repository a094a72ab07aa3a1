import { Images } from '@lucide/icons'
import { ROW_VIEWS } from '@portal/contract/certificates/desk/batch-rules.ts'
import { useEffect } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Columns } from '#manage/controls/layout/panel.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { UnsignedNote } from '../unsigned-note.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { describeBatch, getStep, isBusy, STEPS } from './batch-words.ts'
import { CheckPanel } from './check-panel.tsx'
import { ColumnPanel, SheetPanel } from './column-panel.tsx'
import styles from './import.module.css'
import { LeftOutNotes } from './left-out-notes.tsx'
import { StoredNote, StorePanel } from './store-panel.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { OpenBatches, UploadPanel } from './upload-panel.tsx'
import { WarningPanel } from './warning-panel.tsx'

/** Interval at which the page reloads a file that upstream processes, ms. */
const LOOK_MS = 1000

export const loader = defineLoader(async ({ api, query }) => {
  const id = Number(query.get('id') ?? 0)
  if (!Number.isSafeInteger(id) || id < 1) {
    return { batch: null, list: null, open: await api.call('GET /v1/manage/certificates/imports') }
  }
  const params = { id }
  const show = ROW_VIEWS.find((view) => view === query.get('show')) ?? 'all'
  const after = Number(query.get('after') ?? 0)
  const rows = { params, query: { show, ...(after > 0 && { after }) } }
  const [batch, list] = await Promise.all([
    api.call('GET /v1/manage/certificates/imports/{id}', { params }),
    api.call('GET /v1/manage/certificates/imports/{id}/rows', rows),
  ])
  return { batch, list, open: [] }
})

/** Import of certificates from a file in four steps: choose, check, correct, store. */
export function Component() {
  const { batch, list, open } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const api = useApi()
  const navigate = useNavigate()
  const isWorking = batch !== null && isBusy(batch)
  useEffect(() => {
    if (!isWorking) return undefined
    // The page stays unchanged while the browser is offline.
    const reload = () => void (navigator.onLine && revalidate())
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
  const cancel = async () => {
    if (!batch) return
    const params = { id: batch.id }
    const isCancelled = await api.call('DELETE /v1/manage/certificates/imports/{id}', { params }).then(
      () => true,
      () => false,
    )
    if (isCancelled) await navigate('/certificates/import')
  }
  const hasRows = batch !== null && ['checking', 'ready'].includes(batch.state)
  return (
    <>
      <PageHead
        title="批量导入"
        summary={batch ? describeBatch(batch) : '由表格建立或更正证书，先逐格检查，再存为草稿或提交审批'}
        actions={
          <>
            {batch && (
              <ButtonLink variant="quiet" to="/certificates/import">
                换一个文件
              </ButtonLink>
            )}
            <ButtonLink variant="quiet" icon={Images} to="/certificates/import/pictures">
              批量上传影像
            </ButtonLink>
            <TemplateMenu />
          </>
        }
      />
      <UnsignedNote />
      <BatchSteps at={getStep(batch)} isDone={batch?.state === 'done'} />
      {!batch && <UploadPanel />}
      {!batch && <OpenBatches batches={open} />}
      {batch?.message && (
        <Note
          tone={batch.state === 'failed' ? 'error' : 'warning'}
          isLive
          action={
            batch.state === 'failed' ? (
              <Button variant="quiet" onClick={() => void cancel()}>
                移除这次导入
              </Button>
            ) : undefined
          }
        >
          {batch.message}
        </Note>
      )}
      {batch?.state === 'asking' && <SheetPanel batch={batch} onCancel={() => void cancel()} />}
      {batch?.state === 'done' && <StoredNote batch={batch} />}
      {batch && !['asking', 'failed', 'done'].includes(batch.state) && (
        <BatchProgress batch={batch} onCancel={cancel} />
      )}
      {batch && <LeftOutNotes batch={batch} />}
      {batch && hasRows && (
        <Columns>
          <CheckPanel batch={batch} rows={list.rows} next={list.next} />
          {batch.warnings.length > 0 && <WarningPanel key={batch.id} batch={batch} />}
          {batch.columns.length > 0 && <ColumnPanel batch={batch} />}
          <StorePanel batch={batch} />
        </Columns>
      )}
    </>
  )
}

/** The four steps on one ruler. @param at index of the current step, from 0 */
function BatchSteps({ at, isDone }: { at: number; isDone: boolean }) {
  return (
    <ol className={styles.steps} aria-label="步骤">
      {STEPS.map((step, index) => {
        const isPast = index < at || isDone
        const isNow = index === at && !isDone
        return (
          <li key={step} data-done={isPast || undefined} aria-current={isNow ? 'step' : undefined}>
            {step}
          </li>
        )
      })}
    </ol>
  )
}
