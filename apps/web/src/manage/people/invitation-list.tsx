import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { DutyTags } from './duty-tags.tsx'
import styles from './people.module.css'
import type { Invitation } from './people-words.ts'

interface InvitationListProps {
  records: Invitation[]
  hasMore: boolean
  isOwner: boolean
}

/** 已邀请: invitations that are not accepted yet. */
export function InvitationList({ records, hasMore, isOwner }: InvitationListProps) {
  const api = useApi()
  const runAction = useAction()
  const filters = useAddressFilters([])
  const { isBusy, run } = useBusy()
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  const inviteAgain = ({ id }: Invitation) =>
    void run(() =>
      runAction(
        () => api.call('POST /v1/manage/invitations/{number}/again', { params: { number: id } }),
        '已再次发出邀请邮件，原来的链接作废',
      ),
    )
  const actions: TableColumn<Invitation> = {
    key: 'actions',
    head: '',
    kind: 'actions',
    renderCell: (row) => (
      <>
        <Button variant="quiet" isBusy={isBusy} onClick={() => inviteAgain(row)}>
          再次提醒
        </Button>
        <DangerButton onClick={() => setWithdrawn(row)}>撤回</DangerButton>
      </>
    ),
  }
  const last = records.at(-1)
  return (
    <div className={styles.below}>
      <DataTable
        label="已邀请"
        columns={isOwner ? [...COLUMNS, actions] : COLUMNS}
        rows={records}
        getId={({ id }) => String(id)}
        getName={({ email }) => email}
        empty={<EmptyState title="没有等待接受的邀请" link={{ to: '/people?view=staff', text: '查看有职责的同事' }} />}
      />
      <ListFoot olderTo={hasMore && last ? filters.linkWith('after', String(last.id)) : null}>
        过期的邀请保留 30 天。同一邮箱 24 小时内最多发 3 封
      </ListFoot>
      {withdrawn && (
        <DangerDialog
          title={`撤回给“${withdrawn.email}”的邀请`}
          verb="撤回"
          onClose={() => setWithdrawn(null)}
          onConfirm={() =>
            runAction(
              () => api.call('DELETE /v1/manage/invitations/{number}', { params: { number: withdrawn.id } }),
              '邀请已撤回',
            )
          }
        >
          <p>邮件中的链接立即作废。需要时可以重新邀请。</p>
        </DangerDialog>
      )}
    </div>
  )
}

function describeState({ state, isMailed, expireTime }: Invitation) {
  if (state === 'expired') return <StatusMark shape="off">已过期</StatusMark>
  if (!isMailed) return <StatusMark shape="stop">邮件未送出</StatusMark>
  return <StatusMark shape="time">{formatShortTime(expireTime)} 前有效</StatusMark>
}

const COLUMNS: readonly TableColumn<Invitation>[] = [
  { key: 'email', head: '邮箱', kind: 'main', isWide: true, renderCell: ({ email }) => email },
  { key: 'duties', head: '职责', renderCell: ({ duties }) => <DutyTags duties={duties} /> },
  { key: 'state', head: '状态', renderCell: describeState },
  { key: 'by', head: '邀请人', onPhone: 'labelled', renderCell: ({ byName }) => byName || '–' },
  { key: 'time', head: '发出', onPhone: 'hidden', renderCell: ({ createTime }) => formatShortTime(createTime) },
]
