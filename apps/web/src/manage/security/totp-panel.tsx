import { useState } from 'react'
import { formatDate, formatDayAndClock } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { TotpSetup } from '#manage/staff/totp-setup.tsx'
import { Button } from '#ui/forms/button.tsx'
import { RemoveMethod } from './remove-method.tsx'
import styles from './security.module.css'
import { useMethodChanged } from './use-method-changed.ts'

export function TotpPanel() {
  const { methods } = useSelf()
  const totp = methods.find(({ kind }) => kind === 'totp')
  const [open, setOpen] = useState<'add' | 'remove' | null>(null)
  const showChange = useMethodChanged()
  const close = () => setOpen(null)
  const handleDone = () => {
    close()
    showToast('success', '已设置动态验证码')
    void showChange()
  }
  return (
    <Panel
      title="动态验证码"
      note={<StatusMark shape={totp ? 'live' : 'off'}>{totp ? '已设置' : '未设置'}</StatusMark>}
      actions={<Actions isSet={totp !== undefined} isOnly={methods.length === 1} onOpen={setOpen} />}
    >
      <p className={styles.soft}>
        {totp
          ? `${formatDate(totp.createTime)} 设置，${describeLastUse(totp.lastUseTime)}。验证器应用每 30 秒给出 6 位数字。`
          : '给不支持通行密钥的设备用。验证器应用每 30 秒给出 6 位数字。'}
      </p>
      {open === 'add' && (
        <ManageDialog title="设置动态验证码" onClose={close}>
          <TotpSetup onDone={handleDone} />
        </ManageDialog>
      )}
      {open === 'remove' && totp && <RemoveMethod method={totp} onClose={close} />}
    </Panel>
  )
}

const describeLastUse = (time: string | null) => (time ? `${formatDayAndClock(time, Date.now())} 用过` : '还没有用过')

interface ActionsProps {
  isSet: boolean
  isOnly: boolean
  onOpen: (what: 'add' | 'remove') => void
}

function Actions({ isSet, isOnly, onOpen }: ActionsProps) {
  if (!isSet) {
    return (
      <Button variant="outline" onClick={() => onOpen('add')}>
        设置
      </Button>
    )
  }
  return isOnly ? (
    <span className={styles.kept}>唯一的方式，不能移除</span>
  ) : (
    <DangerButton onClick={() => onOpen('remove')}>移除</DangerButton>
  )
}
