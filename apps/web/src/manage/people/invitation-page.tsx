import type { DataFor } from '@portal/contract/calls.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { EntryFrame } from '#manage/staff/entry-frame.tsx'
import { LogOutLine } from '#manage/staff/entry-pages.tsx'
import { LoginForm } from '#manage/staff/login-form.tsx'
import { Button } from '#ui/forms/button.tsx'
import { JoinForm } from './join-form.tsx'
import { readMailedCode } from './mailed-code.ts'
import { formatDuties } from './people-words.ts'

type Invitation = DataFor<'POST /v1/invitation/read'>

/** The account then has a duty, and the management pages set up the second factor. */
const enter = () => location.replace('/manage')

const describeFailure = (reason: unknown) =>
  reason instanceof ApiError ? reason.message : '网络不通，请检查网络后刷新'

/** The invited person creates an account, or accepts with an existing one. */
export function InvitationPage() {
  const [logins, setLogins] = useState(0)
  // The invitation is read again after a login, because the caller may now be the invited account.
  return <ReadInvitation key={logins} onLogin={() => setLogins(logins + 1)} />
}

function ReadInvitation({ onLogin }: { onLogin: () => void }) {
  const api = useApi()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const code = readMailedCode()
    if (code === '') {
      setFault('链接不完整，请从邮件中完整复制')
      return undefined
    }
    let isLeft = false
    api.call('POST /v1/invitation/read', { quiet: true, body: { code } }).then(
      (found) => isLeft || setInvitation(found),
      (reason) => isLeft || setFault(describeFailure(reason)),
    )
    return () => {
      isLeft = true
    }
  }, [api])
  if (fault) {
    return (
      <EntryFrame title="邀请无效">
        <Note tone="error" isLive>
          {fault}
        </Note>
      </EntryFrame>
    )
  }
  if (!invitation) return <LoadingRows count={3} />
  return (
    <EntryFrame title="接受邀请" foot={invitation.loggedInAs === null ? undefined : <LogOutLine />}>
      <p>
        {invitation.byName || '负责人'}邀请您参与管理“{invitation.siteName}”，职责：{formatDuties(invitation.duties)}。
        {formatShortTime(invitation.expireTime)} 前有效，只能用一次。
      </p>
      <Ways invitation={invitation} onLogin={onLogin} />
    </EntryFrame>
  )
}

function Ways({ invitation, onLogin }: { invitation: Invitation; onLogin: () => void }) {
  const { email, hasAccount, isOwn, loggedInAs } = invitation
  if (isOwn) return <AcceptButton />
  if (loggedInAs !== null) {
    return (
      <Note tone="warning">
        当前登录的是“{loggedInAs}”，邀请发给了 {email}。请先退出登录，再打开邮件中的链接。
      </Note>
    )
  }
  if (!hasAccount) return <JoinForm email={email} onJoined={enter} />
  return (
    <>
      <p>{email} 已有账号，请登录后接受。</p>
      <LoginForm email={email} onLogin={onLogin} />
    </>
  )
}

function AcceptButton() {
  const api = useApi()
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy((reason) => setFault(describeFailure(reason)))
  const accept = () =>
    run(async () => {
      await api.call('POST /v1/invitation/accept', { quiet: true, body: { code: readMailedCode() } })
      enter()
    })
  return (
    <>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Button isBlock isBusy={isBusy} busyLabel="接受中" onClick={() => void accept()}>
        接受邀请
      </Button>
    </>
  )
}
