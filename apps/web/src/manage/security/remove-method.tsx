import type { FactorMethod } from '@portal/contract/accounts/security.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { useMethodChanged } from './use-method-changed.ts'

/** Confirms the removal of a method. */
export function RemoveMethod({ method: { id, label }, onClose }: { method: FactorMethod; onClose: () => void }) {
  const api = useApi()
  const showChange = useMethodChanged()
  const remove = async () => {
    await api.call('DELETE /v1/manage/factor', { query: { id } })
    showToast('success', `已移除“${label}”`)
    void showChange()
  }
  return (
    <DangerDialog title={`移除“${label}”`} verb="移除" onConfirm={remove} onClose={onClose}>
      <p>移除后不能再用它验证。已经登录的设备不受影响。</p>
    </DangerDialog>
  )
}
