import { CODE } from '@portal/contract/errors.ts'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { isUncertain } from './use-certain-outcome.ts'

/**
 * Runs a step with samples and reloads the page's data. Without an answer nothing is reloaded, so that the page and what is typed
 * on it stay; a repeated step names the same revision, so it cannot happen twice.
 */
export function useStep() {
  const { revalidate } = useRevalidator()
  return async function runStep(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
    } catch (reason) {
      if (isUncertain(reason)) showOffline(reason, '没有收到答复，可能已办成。填写的内容还在，请再试')
      else await revalidate()
      if (reason instanceof ApiError && reason.code === CODE.conflict) showToast('warning', reason.message)
      throw reason
    }
    showToast('success', done)
    await revalidate()
  }
}
