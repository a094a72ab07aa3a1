import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import type { DeskRow } from '../desk-words.ts'

/**
 * Records that the selected certificates, which were recovered after a backup was restored, match the paper records; renders
 * nothing without any.
 */
export function CheckChosen({ rows, onDone }: { rows: readonly DeskRow[]; onDone: () => void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  // One without a text is done when it was issued again, which its own page asks for.
  const found = rows.filter(({ isRecovered, shownState }) => isRecovered && shownState !== 'discarded')
  const numbers = found.map(({ certificateNo }) => certificateNo)
  if (numbers.length === 0) return null
  const checkAll = async () => {
    for (const certificateNo of numbers) {
      await api.call('POST /v1/manage/certificates/{certificateNo}/checked', { params: { certificateNo } })
    }
    showToast('success', `已核对 ${numbers.length} 份`)
    onDone()
  }
  return (
    <Button
      variant="quiet"
      isBusy={isBusy}
      busyLabel="保存中"
      onClick={() => void run(() => checkAll().finally(revalidate))}
    >
      核对无误
    </Button>
  )
}
