import { type ComponentType, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { fetchRecord } from './record-file.ts'
import type { SpectrumDialogProps } from './spectrum/spectrum-dialog.tsx'
import type { RawRecord } from './use-raw-records.ts'

interface SpectrumButtonProps {
  certificateNo: string
  record: RawRecord
  onSave: () => void
}

/** Loads a raw record and the code that draws it, and shows its spectrum. */
export function SpectrumButton({ certificateNo, record, onSave }: SpectrumButtonProps) {
  const [isLoading, setIsLoading] = useState(false)
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<SpectrumDialogProps>; bytes: Uint8Array } | null>(null)

  async function open() {
    setIsLoading(true)
    try {
      const [file, { SpectrumDialog }] = await Promise.all([
        fetchRecord(certificateNo, record),
        import('./spectrum/spectrum-dialog.tsx'),
      ])
      setLoaded({ Dialog: SpectrumDialog, bytes: new Uint8Array(await file.arrayBuffer()) })
    } catch (reason) {
      showToast('error', reason instanceof ApiError ? reason.message : '图谱没有载入，请检查网络后重试')
    }
    setIsLoading(false)
  }
  return (
    <>
      <Button variant="quiet" isBusy={isLoading} busyLabel="载入中" onClick={() => void open()}>
        查看图谱<VisuallyHidden>：{record.fileName}</VisuallyHidden>
      </Button>
      {loaded && <loaded.Dialog names={record} bytes={loaded.bytes} onSave={onSave} onClose={() => setLoaded(null)} />}
    </>
  )
}
