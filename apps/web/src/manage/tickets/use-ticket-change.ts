import { CODE } from '@portal/contract/errors.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'

const CHANGED = '这件工单刚有变动，没有改成；现在显示的是最新内容'

/** Runs a change and shows the new state. On a lost update it shows the colleague's state, and nothing is changed. */
export function useTicketChange(onChange: () => void, conflictText = CHANGED) {
  return async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change()
      onChange()
      return true
    } catch (reason) {
      if (reason instanceof ApiError && reason.code === CODE.conflict) {
        showToast('warning', conflictText)
        onChange()
      } else {
        showOffline(reason)
      }
      return false
    }
  }
}
