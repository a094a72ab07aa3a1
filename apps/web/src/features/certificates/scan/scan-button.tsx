import { ScanQrCode } from '@lucide/icons'
import { useState } from 'react'
import { deferredPart } from '#lib/deferred-part.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'

const ScanDialog = deferredPart(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/**
 * Scans the QR code of a certificate. Needs scripts.
 * @param onNumber called with the text of the QR code: a number, an address, or something else
 */
export function ScanButton({ onNumber }: { onNumber: (typed: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useHydrated()) return null
  const handleText = (text: string) => {
    setIsOpen(false)
    onNumber(text)
  }
  return (
    <>
      <Button icon={ScanQrCode} variant="outline" onClick={() => setIsOpen(true)}>
        扫码填入
      </Button>
      {isOpen && <ScanDialog onText={handleText} onClose={() => setIsOpen(false)} />}
    </>
  )
}
