import type { StaffSession } from '@portal/contract/accounts/own-sessions.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { formatDayAndClock } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import styles from './security.module.css'
import { useMethodChanged } from './use-method-changed.ts'

/** The session to end, or all others. */
type Ending = StaffSession | 'others'

const UNKNOWN_DEVICE = '未知设备'

/** The caller's sessions. @param sessions `null`: they could not be loaded */
export function SessionsPanel({ sessions }: { sessions: readonly StaffSession[] | null }) {
  const [ending, setEnding] = useState<Ending | null>(null)
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent)
  return (
    <Panel
      title="登录设备"
      isFlush
      actions={hasOthers && <DangerButton onClick={() => setEnding('others')}>退出其他设备</DangerButton>}
    >
      <DataTable
        label="登录设备"
        columns={createColumns(setEnding)}
        rows={sessions ?? []}
        getId={({ id }) => id}
        getName={({ device }) => device ?? UNKNOWN_DEVICE}
        empty={<p className={styles.none}>登录设备暂时没有读到，请刷新页面重试</p>}
      />
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const api = useApi()
  const showChange = useMethodChanged()
  const isAll = ending === 'others'
  const end = async () => {
    const { ended } = await api.call('DELETE /v1/manage/sessions', { query: isAll ? {} : { id: ending.id } })
    showToast('success', isAll ? `已退出 ${ended} 台设备` : '已退出这台设备')
    void showChange()
  }
  return (
    <DangerDialog
      title={isAll ? '退出其他全部设备' : `退出“${ending.device ?? UNKNOWN_DEVICE}”`}
      verb="退出"
      onConfirm={end}
      onClose={onClose}
    >
      <p>
        {isAll ? '除本机外，这些设备' : '这台设备'}1
        秒内退出登录，未保存的内容留在该设备上。如果不认识它，请同时修改密码。
      </p>
    </DangerDialog>
  )
}

const createColumns = (onEnd: (session: StaffSession) => void): readonly TableColumn<StaffSession>[] => [
  {
    key: 'device',
    head: '设备',
    kind: 'main',
    renderCell: ({ device, isCurrent, isProven }) => (
      <span className={styles.name}>
        {device ?? UNKNOWN_DEVICE}
        {isCurrent && <Tag tone="accent">本机</Tag>}
        {!isProven && <span className={styles.kept}>未做两步验证</span>}
      </span>
    ),
  },
  { key: 'network', head: '网络', onPhone: 'labelled', renderCell: ({ network }) => network ?? '–' },
  {
    key: 'made',
    head: '登录',
    onPhone: 'hidden',
    renderCell: ({ createTime }) => formatDayAndClock(createTime, Date.now()),
  },
  {
    key: 'used',
    head: '最近活动',
    onPhone: 'labelled',
    renderCell: ({ lastUseTime, isCurrent }) => {
      if (isCurrent) return '现在'
      return lastUseTime ? formatDayAndClock(lastUseTime, Date.now()) : '–'
    },
  },
  {
    key: 'actions',
    head: '',
    kind: 'actions',
    renderCell: (session) => !session.isCurrent && <DangerButton onClick={() => onEnd(session)}>退出</DangerButton>,
  },
]
