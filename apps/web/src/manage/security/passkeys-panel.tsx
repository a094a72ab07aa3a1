import { Cloud, KeyRound, Plus } from '@lucide/icons'
import type { FactorMethod } from '@portal/contract/accounts/security.ts'
import { useState } from 'react'
import { formatDate, formatDayAndClock } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { PasskeySetup } from '#manage/staff/passkey-setup.tsx'
import { arePasskeysKnown } from '#manage/staff/passkeys.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RemoveMethod } from './remove-method.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import styles from './security.module.css'
import { useMethodChanged } from './use-method-changed.ts'

export function PasskeysPanel() {
  const { methods } = useSelf()
  const passkeys = methods.filter(({ kind }) => kind === 'passkey')
  const [isAdding, setIsAdding] = useState(false)
  const [renamed, setRenamed] = useState<FactorMethod | null>(null)
  const [removed, setRemoved] = useState<FactorMethod | null>(null)
  const showChange = useMethodChanged()
  const handleAdded = () => {
    setIsAdding(false)
    showToast('success', '已添加通行密钥')
    void showChange()
  }
  return (
    <Panel
      title="通行密钥"
      note="用指纹、面容或安全密钥验证，不怕钓鱼"
      isFlush
      actions={
        arePasskeysKnown() && (
          <Button icon={Plus} onClick={() => setIsAdding(true)}>
            添加
          </Button>
        )
      }
    >
      <DataTable
        label="通行密钥"
        columns={createColumns(setRenamed, methods.length > 1 ? setRemoved : null)}
        rows={passkeys}
        getId={({ id }) => id}
        getName={({ label }) => label}
        empty={<p className={styles.none}>还没有通行密钥</p>}
      />
      {isAdding && (
        <ManageDialog title="添加通行密钥" onClose={() => setIsAdding(false)}>
          <p>浏览器会请您用指纹、面容、锁屏密码或安全密钥确认。</p>
          <PasskeySetup onDone={handleAdded} />
        </ManageDialog>
      )}
      {renamed && <RenamePasskey method={renamed} onClose={() => setRenamed(null)} />}
      {removed && <RemoveMethod method={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

/** @param onRemove `null` for the only method, which cannot be removed */
function createColumns(
  onRename: (method: FactorMethod) => void,
  onRemove: ((method: FactorMethod) => void) | null,
): readonly TableColumn<FactorMethod>[] {
  return [
    {
      key: 'label',
      head: '名称',
      kind: 'main',
      renderCell: ({ label, isSynced }) => (
        <span className={styles.name}>
          <Icon of={isSynced ? Cloud : KeyRound} sizePx={18} />
          {label}
          {isSynced && <span className={styles.synced}>由系统同步</span>}
        </span>
      ),
    },
    { key: 'made', head: '添加', onPhone: 'hidden', renderCell: ({ createTime }) => formatDate(createTime) },
    {
      key: 'used',
      head: '最近使用',
      onPhone: 'labelled',
      renderCell: ({ lastUseTime }) => (lastUseTime ? formatDayAndClock(lastUseTime, Date.now()) : '从未'),
    },
    {
      key: 'actions',
      head: '',
      kind: 'actions',
      renderCell: (method) => (
        <>
          <Button variant="quiet" onClick={() => onRename(method)}>
            改名
          </Button>
          {onRemove ? (
            <DangerButton onClick={() => onRemove(method)}>移除</DangerButton>
          ) : (
            <span className={styles.kept}>唯一的方式，不能移除</span>
          )}
        </>
      ),
    },
  ]
}
