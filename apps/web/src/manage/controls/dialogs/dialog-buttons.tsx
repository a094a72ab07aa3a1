import { Button, type ButtonProps } from '#ui/forms/button.tsx'

interface DialogButtonsProps extends ButtonProps {
  onClose: () => void
}

/** The buttons of most dialogs: 取消, and the main one, which gets the other properties. */
export function DialogButtons({ onClose, ...main }: DialogButtonsProps) {
  return (
    <>
      <Button variant="outline" onClick={onClose}>
        取消
      </Button>
      <Button {...main} />
    </>
  )
}
