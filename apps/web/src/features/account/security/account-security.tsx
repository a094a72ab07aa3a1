import type { DataFor } from '@portal/contract/calls.ts'
import { CLOSURE_DAYS, EXPORTS_A_DAY } from '@portal/contract/constants.ts'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { ApiFetch } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/forms/button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'

const PasswordDialog = lazyPart(async () => (await import('./password-dialog.tsx')).PasswordDialog)
const ClosureForm = lazyPart(async () => (await import('./closure-form.tsx')).ClosureForm)

/** Settings of the account. Sections of other features are placed between the password and the data. */
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

/** Downloads a copy of all data of the account. */
function OwnData() {
  const api = useApi()
  const { isBusy, run } = useBusy()
  return (
    <SettingsSection
      title="我的数据"
      text={`把资料、文章、评论、短文、私信、收藏、关注等内容与上传的图片打包为 ZIP 文件。每天最多 ${EXPORTS_A_DAY} 次。`}
      action={
        <Button
          variant="outline"
          isBusy={isBusy}
          busyLabel="打包中"
          onClick={() => void run(() => api.call('GET /v1/user/export', { via: fetchFile }))}
        >
          下载我的数据
        </Button>
      }
    />
  )
}

const FILE_TYPE = 'application/zip'
const FILE_NAME = '我的数据.zip'
const DONE = JSON.stringify({ code: 200, message: '', data: null, extra: {} })

/** Saves the file; passes a refusal to the API client, which reads only envelopes. */
const fetchFile: ApiFetch = async (address, { signal: _signal, ...init }) => {
  // The request has no timeout, because the file may be large.
  const response = await fetch(address, init)
  if (response.headers.get('content-type') !== FILE_TYPE) return response
  saveFile(await response.blob(), FILE_NAME)
  return new Response(DONE)
}

/** How the account's owner logs in and is verified. */
export type Security = DataFor<'GET /v1/user/security'>

function useSecurity() {
  const api = useApi()
  const [security, setSecurity] = useState<Security | null>(null)
  const refresh = useCallback(() => {
    // Nothing can be changed without an answer; the API client has shown the error.
    api.call('GET /v1/user/security').then(setSecurity, () => undefined)
  }, [api])
  useEffect(refresh, [refresh])
  return { security, refresh }
}
