import { FRESH_PROOF_MINUTES } from '@portal/contract/accounts/duties.ts'
import { getActionPhrase } from '@portal/contract/audit/action-words.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { type Gate, settleGate, useGate } from './gates.ts'
import { LoginForm } from './login-form.tsx'
import { ProofForm } from './proof-form.tsx'
import { loadStaff, useSelf } from './staff-store.ts'

/** The dialog over a page whose call was refused: login or proof. The call is then sent again. */
export function GateDialogs() {
  const { gate, action } = useGate()
  if (!gate) return null
  return gate === 'login' ? <LoginDialog /> : <ProofDialog gate={gate} action={action} key={gate} />
}

interface ProofDialogProps {
  gate: Exclude<Gate, 'login'>
  action: string | null
}

/** Explains the purpose of the proof, and how long it is valid. */
function describeReason({ gate, action }: ProofDialogProps): string {
  const deed = action === null ? '继续刚才的操作' : getActionPhrase(action)
  const proof = gate === 'fresh' ? '请再验证一次' : '请先完成这次登录的两步验证'
  return `要${deed}，${proof}；${FRESH_PROOF_MINUTES} 分钟内不再询问。`
}

function ProofDialog({ gate, action }: ProofDialogProps) {
  const api = useApi()
  const handleProven = () => {
    settleGate(true)
    void loadStaff(api)
  }
  return (
    <ManageDialog title="再次验证" onClose={() => settleGate(false)}>
      <p>{describeReason({ gate, action })}</p>
      <ProofForm isFirst={gate === 'prove'} onProven={handleProven} />
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
