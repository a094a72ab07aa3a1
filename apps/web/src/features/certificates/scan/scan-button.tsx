import { ScanQrCode } from '@lucide/icons'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { useTexts } from '../texts/texts.tsx'
import type { ScanDialog } from './scan-dialog.tsx'

interface ScanButtonProps {
  /** Called with the text of the QR code: a number, an address, or something else. */
  onNumber: (typed: string) => void
  /** The dialog with its texts. */
  Dialog: ComponentType<ComponentProps<typeof ScanDialog>>
}

/** Scans the QR code of a certificate. Needs scripts. */
export function ScanButton({ onNumber, Dialog }: ScanButtonProps) {
  const texts = useTexts('lookup').form
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
