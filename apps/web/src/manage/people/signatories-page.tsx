import { MARK_KINDS, type MarkKind } from '@portal/contract/accounts/people-rules.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { MarkDialog } from './mark-dialog.tsx'
import { MARK_NAMES } from './mark-names.ts'
import styles from './people.module.css'
import type { SignatoryRecord } from './people-words.ts'
import { formatCategories } from './signatory-dialog.tsx'
import { describeSignatoryState, describeTitle } from './signatory-panel.tsx'

type Mark = DataFor<'GET /v1/manage/marks'>[number]

export const loader = defineLoader(async ({ api }) => {
  const [marks, signatories] = await Promise.all([
    api.call('GET /v1/manage/marks'),
    api.call('GET /v1/manage/signatories'),
  ])
  return { marks, signatories }
})

/** 签字人与标志: the signatories of certificates, and the marks that certificates show. */
export function Component() {
  const { marks, signatories } = useLoaderData<typeof loader>()
  const { duties } = useSelf()
  const isOwner = hasDuty(duties, ['owner'])
  const [edited, setEdited] = useState<MarkKind | null>(null)
  return (
    <>
      <PageHead title="签字人与标志" crumb={<Link to="/people">用户</Link>} />
      <div className={styles.stack}>
        <Panel title="机构标志" note="类别与检验依据都在范围之内、批准当天资质有效的证书，才印在 A4 与 A5 上">
          {MARK_KINDS.map((kind) => (
            <MarkRow
              key={kind}
              kind={kind}
              mark={marks.find((mark) => mark.kind === kind)}
              onEdit={isOwner ? () => setEdited(kind) : undefined}
            />
          ))}
        </Panel>
        <Panel title="授权签字人" isFlush>
          <DataTable
            label="授权签字人"
            columns={COLUMNS}
            rows={signatories}
            getId={({ id }) => String(id)}
            getName={({ nickname }) => nickname}
            getAddress={({ personId }) => `/people/${personId}`}
            empty={<p className={styles.none}>还没有授权签字人。在有“批准”职责的同事的页面上登记</p>}
          />
        </Panel>
      </div>
      {edited && (
        <MarkDialog kind={edited} mark={marks.find((mark) => mark.kind === edited)} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

interface MarkRowProps {
  kind: MarkKind
  mark: Mark | undefined
  onEdit: (() => void) | undefined
}

function MarkRow({ kind, mark, onEdit }: MarkRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <b>{MARK_NAMES[kind]}</b>
        {mark ? (
          <StatusMark shape={mark.isValid ? 'live' : 'stop'}>
            {mark.isValid ? (mark.isPrinted ? '有效' : '有效，不印') : '已到期，不再印出'}
          </StatusMark>
        ) : (
          <StatusMark shape="off">未设置</StatusMark>
        )}
        {onEdit && (
          <span className={styles.end}>
            <Button variant="quiet" aria-label={`${mark ? '改动' : '设置'} ${MARK_NAMES[kind]}`} onClick={onEdit}>
              {mark ? '改动' : '设置'}
            </Button>
          </span>
        )}
      </span>
      {mark && (
        <>
          <span>
            {mark.number}　{formatCategories(mark.categories)}　至 {mark.validTo}
          </span>
          <span>{mark.standards.length > 0 ? mark.standards.join('、') : '还没有登记范围内的标准，证书上不印'}</span>
          {mark.scope && <span className={styles.faint}>{mark.scope}</span>}
        </>
      )}
    </div>
  )
}

const COLUMNS: readonly TableColumn<SignatoryRecord>[] = [
  {
    key: 'name',
    head: '昵称',
    kind: 'main',
    renderCell: ({ nickname }) => <span className={styles.nowrap}>{nickname}</span>,
  },
  {
    key: 'signingName',
    head: '证书署名',
    onPhone: 'labelled',
    renderCell: ({ signingName }) => signingName ?? <StatusMark shape="wait">未填写</StatusMark>,
  },
  { key: 'title', head: '职称', renderCell: describeTitle },
  { key: 'categories', head: '授权类别', isWide: true, renderCell: ({ categories }) => formatCategories(categories) },
  { key: 'from', head: '起', onPhone: 'labelled', renderCell: ({ validFrom }) => validFrom },
  { key: 'to', head: '止', onPhone: 'labelled', renderCell: ({ validTo }) => validTo },
  {
    key: 'state',
    head: '状态',
    renderCell: (record) => {
      const [shape, words] = describeSignatoryState(record)
      return <StatusMark shape={shape}>{words}</StatusMark>
    },
  },
]
