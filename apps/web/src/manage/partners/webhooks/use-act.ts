import { useRevalidator } from 'react-router-dom'
import { showToast } from '#lib/toasts.ts'

/** Does something to what the page shows, and loads it anew. Refusals are shown by the API client. */
export function useAct() {
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
