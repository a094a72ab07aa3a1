import { CLOSURE_DAYS } from '@portal/contract/constants.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import { Button } from '#ui/forms/button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { OwnData } from './own-data.tsx'
import { useSecurity } from './use-security.ts'

const PasswordDialog = lazyPart(async () => (await import('./password-dialog.tsx')).PasswordDialog)
const ClosureForm = lazyPart(async () => (await import('./closure-form.tsx')).ClosureForm)

/** Settings of the account. Sections of other features go between the password and the data. */
export function AccountSecurity({ children }: { children: ReactNode }) {
  const { security, refresh } = useSecurity()
  const [open, setOpen] = useState<'password' | 'closure' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <SettingsSection
        title="密码"
        text={
          security && !security.hasPassword
            ? '账号还没有密码。设置后，也可以用邮箱和密码登录。'
            : '修改后，其他设备会退出登录，当前设备不受影响。'
        }
        action={
          <Button variant="outline" disabled={!security} onClick={() => setOpen('password')}>
            {security && !security.hasPassword ? '设置密码' : '修改密码'}
          </Button>
        }
      />
      {children}
      <OwnData />
      <SettingsSection
        title="注销账号"
        text={`申请后 ${CLOSURE_DAYS} 天内重新登录可以撤销；${CLOSURE_DAYS} 天后，个人信息将被删除，无法恢复。`}
        action={
          <Button variant="outline" disabled={!security} onClick={() => setOpen('closure')}>
            注销账号
          </Button>
        }
      />
      {security && (
        <Suspense>
          {open === 'password' && <PasswordDialog security={security} onChanged={refresh} onClose={close} />}
          {open === 'closure' && <ClosureForm security={security} onClose={close} />}
        </Suspense>
      )}
    </>
  )
}
