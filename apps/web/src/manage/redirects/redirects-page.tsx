import { Download, Plus, Upload } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import { ADDRESS_HITS_DAYS, MISSING_SHOWN_FROM } from '@portal/contract/site/missing-addresses.ts'
import { planRedirects, type Redirect, toSourcePath } from '@portal/contract/site/redirect-rules.ts'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { saveFile } from '#lib/save-file.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { useClosedLinks } from '#manage/controls/forms/use-closed-links.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { toCsvFile } from '#manage/controls/values/csv.ts'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { Button } from '#ui/forms/button.tsx'
import { listRedirects, readRedirectFile } from './redirect-file.ts'
import styles from './redirects.module.css'

type Row = DataFor<'GET /v1/manage/redirects'>[number]

const EMPTY: Redirect = { from: '', to: '' }

export const loader = defineLoader(async ({ api }) => {
  const [stored, missing] = await Promise.all([
    api.call('GET /v1/manage/redirects'),
    api.call('GET /v1/manage/redirects/missing'),
  ])
  return { stored, missing }
})

/** Addresses that have moved, and where they lead. */
export function Component() {
  const { stored, missing } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState(EMPTY)
  const [removed, setRemoved] = useState<Row | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const api = useApi()
  const fileRef = useRef<HTMLInputElement>(null)
  const targetRef = useRef<HTMLInputElement>(null)
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，没有添加。请稍后再试'),
  )

  const add = (added: readonly Redirect[], onDone?: () => void) =>
    run(async () => {
      setFault(null)
      await api.call('POST /v1/manage/redirects', { body: { rows: [...added] }, quiet: true })
      showToast('success', added.length === 1 ? '已添加跳转' : `已添加 ${added.length} 条跳转`)
      onDone?.()
      await revalidate()
    })
  const importFile = async (file: File) => {
    const added = await readRedirectFile(file)
    if (typeof added === 'string') return setFault(added)
    const plan = planRedirects(stored, added)
    if ('fault' in plan) return setFault(`没有导入。第 ${added[plan.at]?.line} 行：${plan.fault}`)
    await add(added.map(({ from, to }) => ({ from, to })))
  }
  const exportFile = () => saveFile(toCsvFile(listRedirects(stored)), 'redirects.csv')
  return (
    <>
      <PageHead
        title="跳转"
        summary="旧地址打开时去新的地方，书签与搜索结果不失效"
        actions={
          <>
            <input
              ref={fileRef}
              type="file"
              accept=".csv,.txt"
              aria-label="导入的 CSV 文件"
              hidden
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file) void importFile(file)
                target.value = ''
              }}
            />
            <Button variant="quiet" icon={Download} disabled={stored.length === 0} onClick={exportFile}>
              导出 CSV
            </Button>
            <Button variant="outline" icon={Upload} onClick={() => fileRef.current?.click()}>
              导入 CSV
            </Button>
          </>
        }
      />
      <div className={styles.root}>
        {fault && (
          <Note tone="error" isLive>
            {fault}
          </Note>
        )}
        <AddForm
          stored={stored}
          draft={draft}
          targetRef={targetRef}
          isBusy={isBusy}
          onChange={setDraft}
          onAdd={() => add([draft], () => setDraft(EMPTY))}
        />
        <Columns>
          <Column span={8}>
            <RedirectList stored={stored} onRemove={setRemoved} />
          </Column>
          <Column span={4}>
            <MissingPanel
              missing={missing}
              onChoose={(from) => {
                setDraft({ ...draft, from })
                targetRef.current?.focus()
              }}
            />
          </Column>
        </Columns>
      </div>
      {removed && (
        <DangerDialog
          title={`移除跳转 ${removed.from}`}
          verb="移除"
          onConfirm={async () => {
            await api.call('DELETE /v1/manage/redirects', { query: { from: removed.from } })
            await revalidate()
          }}
          onClose={() => setRemoved(null)}
        >
          <p>之后打开 {removed.from} 的人看到“此页未见记录”。</p>
        </DangerDialog>
      )}
    </>
  )
}

/** The stored redirects that contain the typed text. */
function RedirectList({ stored, onRemove }: { stored: readonly Row[]; onRemove: (row: Row) => void }) {
  const [typed, setTyped] = useState('')
  const rows = stored.filter(({ from, to }) => `${from} ${to}`.includes(typed.trim().toLowerCase()))
  return (
    <>
      <input
        className={styles.search}
        type="search"
        aria-label="旧地址或去处"
        placeholder="旧地址或去处"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <DataTable
        label="跳转"
        columns={createColumns(onRemove)}
        rows={rows}
        getId={({ from }) => from}
        getName={({ from }) => from}
        empty={
          <p className={styles.empty}>
            {stored.length === 0
              ? '还没有跳转。页面换了地址时，在“添加跳转”里填旧地址与去处'
              : '没有符合的跳转，换个词再找'}
          </p>
        }
      />
      <p className={styles.note}>
        完整地址先于带 *
        的；都是永久跳转（301），浏览器最多记住一小时。导入的文件每行两列：旧地址、去处，有一行不对就一条也不导入
      </p>
    </>
  )
}

function createColumns(onRemove: (row: Row) => void): readonly TableColumn<Row>[] {
  return [
    { key: 'from', head: '旧地址', kind: 'main', isWide: true, renderCell: ({ from }) => <code>{from}</code> },
    { key: 'to', head: '去处', onPhone: 'labelled', renderCell: ({ to }) => <code className={styles.to}>{to}</code> },
    {
      key: 'times',
      head: `近 ${ADDRESS_HITS_DAYS} 天`,
      kind: 'number',
      onPhone: 'labelled',
      renderCell: ({ times }) => times.toLocaleString('zh-CN'),
    },
    { key: 'time', head: '添加', renderCell: ({ time }) => formatShortTime(time) },
    { key: 'savedBy', head: '添加者', renderCell: ({ savedBy }) => savedBy ?? '已注销' },
    {
      key: 'actions',
      head: '',
      kind: 'actions',
      renderCell: (row) => (
        <Button variant="quiet" aria-label={`移除：${row.from}`} onClick={() => onRemove(row)}>
          移除
        </Button>
      ),
    },
  ]
}

interface AddFormProps {
  stored: readonly Redirect[]
  draft: Redirect
  targetRef: RefObject<HTMLInputElement | null>
  isBusy: boolean
  onChange: (draft: Redirect) => void
  onAdd: () => void
}

/** Adds a redirect, and says in words before whether it can be added. */
function AddForm({ stored, draft, targetRef, isBusy, onChange, onAdd }: AddFormProps) {
  const { from, to } = draft
  const isComplete = from.trim() !== '' && to.trim() !== ''
  const plan = isComplete ? planRedirects(stored, [draft]) : null
  const fault = plan && 'fault' in plan ? plan.fault : undefined
  const end = plan && 'rows' in plan ? plan.rows.find((row) => row.from === toSourcePath(from))?.to : undefined
  const isClosed = useClosedLinks(end?.startsWith('/') ? [end] : []).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !fault && !isBusy) onAdd()
  }
  return (
    <Panel title="添加跳转">
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="旧地址" error={fault}>
          <TextInput
            autoComplete="off"
            placeholder="/wenti.html"
            maxLength={600}
            value={from}
            onChange={({ target }) => onChange({ from: target.value, to })}
          />
        </Field>
        <Field label="去处">
          <TextInput
            ref={targetRef}
            autoComplete="off"
            placeholder="/question"
            maxLength={300}
            value={to}
            onChange={({ target }) => onChange({ from, to: target.value })}
          />
        </Field>
        <Button type="submit" icon={Plus} isBusy={isBusy} busyLabel="添加中" disabled={!isComplete || Boolean(fault)}>
          添加
        </Button>
      </form>
      <p className={styles.check} role="status">
        {end !== undefined && (end === to.trim() ? '可以添加' : `可以添加；去处已有跳转，将直接去 ${end}`)}
        {isClosed && `；但读者现在打不开 ${end}：所指的页面还没有发布、已经下线，或地址不存在`}
      </p>
    </Panel>
  )
}

interface MissingPanelProps {
  missing: DataFor<'GET /v1/manage/redirects/missing'>
  onChoose: (path: string) => void
}

/** Addresses that readers have opened and not found. */
function MissingPanel({ missing, onChoose }: MissingPanelProps) {
  return (
    <Panel title="找不到的地址" note={`近 ${ADDRESS_HITS_DAYS} 天`}>
      {missing.length === 0 ? (
        <p className={styles.note}>没有被打开 {MISSING_SHOWN_FROM} 次以上而找不到的地址</p>
      ) : (
        <ul className={styles.missing}>
          {missing.map(({ path, times }) => (
            <li key={path}>
              <code>{path}</code>
              <span className={styles.times}>{times.toLocaleString('zh-CN')} 次</span>
              <Button variant="quiet" aria-label={`${path} 跳转到…`} onClick={() => onChoose(path)}>
                跳转到…
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>不记录访问者；扫描漏洞的访问不计入</p>
    </Panel>
  )
}
