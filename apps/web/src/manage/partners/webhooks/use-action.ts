import { useRevalidator } from 'react-router-dom'
import { showToast } from '#lib/toasts.ts'

/** Runs an action, then reloads the data of the page. The API client shows refusals. */
export function useAction() {
  const { revalidate } = useRevalidator()
  return async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
      showToast('success', done)
    } finally {
      await revalidate()
    }
  }
}
