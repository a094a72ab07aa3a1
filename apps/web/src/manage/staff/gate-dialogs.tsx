import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { type Gate, settleGate, useGate } from './gates.ts'
import { LoginForm } from './login-form.tsx'
import { ProofForm } from './proof-form.tsx'
import { loadStaff, useSelf } from './staff-store.ts'

/** The dialog over a page whose call was refused: login or proof. Afterwards the call is sent again by itself. */
export function GateDialogs() {
  const gate = useGate((state) => state.gate)
  if (!gate) return null
  return gate === 'login' ? <LoginDialog /> : <ProofDialog gate={gate} key={gate} />
}

const REASONS: Record<Exclude<Gate, 'login'>, string> = {
  prove: '这次登录还没有做两步验证。继续之前，请确认是您本人。',
  fresh: '上次验证已过 15 分钟。继续之前，请确认是您本人。',
}

function ProofDialog({ gate }: { gate: Exclude<Gate, 'login'> }) {
  const api = useApi()
  const handleProven = () => {
    settleGate(true)
    void loadStaff(api)
  }
  return (
    <ManageDialog title="再次验证" onClose={() => settleGate(false)}>
      <p>{REASONS[gate]}</p>
      <ProofForm onProven={handleProven} />
      <p>验证后继续刚才的操作，已填的内容不变。</p>
    </ManageDialog>
  )
}

function LoginDialog() {
  const api = useApi()
  const self = useSelf()
  const handleLogin = (userId: string) => {
    const isSame = userId === self.id
    if (!isSame) showToast('warning', '登录的是另一个账号，刚才的操作没有提交')
    settleGate(isSame)
    void loadStaff(api)
  }
  return (
    <ManageDialog title="登录已结束" onClose={() => settleGate(false)}>
      <p>请重新登录。已填的内容不变，登录后继续刚才的操作。</p>
      <LoginForm email={self.email ?? ''} onLogin={handleLogin} />
    </ManageDialog>
  )
}
