import { useApi } from '#lib/api/api-context.ts'
import { ReportId } from '#ui/dialogs/report-id.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './entry-frame.module.css'
import { EntryFrame } from './entry-frame.tsx'
import { logOut } from './log-out.ts'
import { LoginForm } from './login-form.tsx'
import { ProofForm } from './proof-form.tsx'
import { LostCodes } from './recovery/lost-codes.tsx'
import { loadStaff, useSelf, useStaff } from './staff-store.ts'

export function LoginPage() {
  const api = useApi()
  return (
    <EntryFrame
      title="登录"
      foot={
        <>
          用微信、QQ 等其他方式，请先<a href="/">到网站登录</a>，再回到本页
        </>
      }
    >
      <LoginForm onLogin={() => void loadStaff(api)} />
    </EntryFrame>
  )
}

/** The cover over the open pages after this login was ended elsewhere. */
export function EndedPage() {
  const api = useApi()
  const { email } = useSelf()
  return (
    <EntryFrame title="登录已结束">
      <p role="alert">
        这次登录已被结束：可能是在别处退出，或账号已停用，重新登录时会写明原因。页面已遮住，没有保存的内容留在本机，登录后接着做。
      </p>
      <LoginForm email={email ?? ''} onLogin={() => void loadStaff(api)} />
    </EntryFrame>
  )
}

/** The page of a login without a duty. */
export function NoDutyPage() {
  return (
    <EntryFrame title="没有管理职责" foot={<LogOutLine />}>
      <p>当前账号没有管理职责，不能进入这里。职责由负责人在“用户”中分配。</p>
      <p className={styles.foot}>403</p>
    </EntryFrame>
  )
}

export function ProvePage() {
  const api = useApi()
  const { nickname } = useSelf()
  return (
    <EntryFrame title="两步验证" foot={<LogOutLine />}>
      <p>{nickname}，请确认是您本人。每次登录验证一次。</p>
      <ProofForm onProven={() => void loadStaff(api)} />
    </EntryFrame>
  )
}

/** The page after recovery codes were shown but not confirmed. */
export function LostCodesPage() {
  const api = useApi()
  return (
    <EntryFrame title="抄下恢复码" foot={<LogOutLine />}>
      <LostCodes doneLabel="进入管理" onDone={() => void loadStaff(api)} />
    </EntryFrame>
  )
}

export function FailedPage() {
  const api = useApi()
  const failure = useStaff((state) => state.failure)
  return (
    <EntryFrame title="没有加载出来">
      <p role="alert">{failure?.message}。草稿都留在本机。</p>
      {failure?.requestId && (
        <p>
          <ReportId id={failure.requestId} />
        </p>
      )}
      <Button onClick={() => void loadStaff(api)}>重试</Button>
    </EntryFrame>
  )
}

/** Logs out of a wrong account, on pages that show no account menu. */
export function LogOutLine() {
  const api = useApi()
  return (
    <>
      不是您的账号？
      <button type="button" className={styles.link} onClick={() => void logOut(api)}>
        退出登录
      </button>
    </>
  )
}
