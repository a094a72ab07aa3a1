import { CODE } from '@portal/contract/errors.ts'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'

/** Runs an action and reloads the page's data. A conflict is reported: the page then shows the stored values, and typed values stay. */
export function useAction() {
  const { revalidate } = useRevalidator()
  return async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
      showToast('success', done)
    } catch (reason) {
      if (reason instanceof ApiError && reason.code === CODE.conflict) {
        const isChanged = 'current' in reason.extra
        showToast('warning', isChanged ? '刚才有人改过，已显示最新内容，请核对后再试' : reason.message)
      }
      throw reason
    } finally {
      await revalidate()
    }
  }
}
