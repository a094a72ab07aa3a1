import { ScanQrCode } from '@lucide/icons'
import { useState } from 'react'
import { deferredPart } from '#lib/deferred-part.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { useLookupTexts } from '../language/lookup-texts.ts'

const ScanDialog = deferredPart(async () => (await import('./scan-dialog.tsx')).ScanDialog)

interface ScanButtonProps {
  /** Called with the text of the QR code: a number, an address, or something else. */
  onNumber: (typed: string) => void
  /** The dialog in the language of the page. */
  Dialog?: typeof ScanDialog | undefined
}

/** Scans the QR code of a certificate. Needs scripts. */
export function ScanButton({ onNumber, Dialog = ScanDialog }: ScanButtonProps) {
  const texts = useLookupTexts().form
  const [isOpen, setIsOpen] = useState(false)
  if (!useHydrated()) return null
  const handleText = (text: string) => {
    setIsOpen(false)
    onNumber(text)
  }
  return (
    <>
      <Button icon={ScanQrCode} variant="outline" onClick={() => setIsOpen(true)}>
        {texts.scan}
      </Button>
      {isOpen && <Dialog onText={handleText} onClose={() => setIsOpen(false)} />}
    </>
  )
}
