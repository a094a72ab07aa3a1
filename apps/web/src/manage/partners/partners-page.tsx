import { Plus } from '@lucide/icons'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PartnerDialog } from './partner-dialog.tsx'
import { describeState, formatScopes, type PartnerRow } from './partner-words.ts'
import styles from './partners.module.css'

export const loader = defineLoader(async ({ api }) => ({ partners: await api.call('GET /v1/manage/partners') }))

/** 合作方: organisations whose programs check certificates. */
export function Component() {
  const { partners } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button icon={Plus} onClick={() => setIsAdding(true)}>
      新增合作方
    </Button>
  )
  return (
    <>
      <PageHead
        title="合作方"
        summary="商家、平台和保险机构用密钥批量核验证书，并接收变动通知"
        actions={partners.length > 0 && add}
      />
      <DataTable
        label="合作方"
        columns={COLUMNS}
        rows={partners}
        getId={({ number }) => String(number)}
        getName={({ name }) => name}
        getAddress={({ number }) => `/partners/${number}`}
        empty={
          <EmptyState title="还没有合作方">
            <p>登记之后生成密钥，交给对方的技术人员。</p>
            {add}
          </EmptyState>
        }
      />
      {isAdding && (
        <PartnerDialog onClose={() => setIsAdding(false)} onSaved={(number) => void navigate(`/partners/${number}`)} />
      )}
    </>
  )
}

const COLUMNS: readonly TableColumn<PartnerRow>[] = [
  { key: 'name', head: '名称', kind: 'main', isWide: true, renderCell: ({ name }) => name },
  { key: 'scopes', head: '权限', onPhone: 'labelled', renderCell: ({ scopes }) => formatScopes(scopes) },
  {
    key: 'keys',
    head: '有效密钥',
    kind: 'number',
    onPhone: 'labelled',
    renderCell: ({ liveKeys }) => (liveKeys === 0 ? '无' : `${liveKeys} 个`),
  },
  {
    key: 'today',
    head: '今天已用',
    kind: 'number',
    onPhone: 'labelled',
    renderCell: ({ takenToday, dailyQuota }) => (
      <span className={styles.nowrap}>
        {formatNumber(takenToday)} / {formatNumber(dailyQuota)} 对
      </span>
    ),
  },
  {
    key: 'state',
    head: '状态',
    renderCell: (row) => {
      const [shape, words] =
        row.isSuspicious && row.state === 'active' ? (['wait', '未查到过多'] as const) : describeState(row)
      return <StatusMark shape={shape}>{words}</StatusMark>
    },
  },
]
