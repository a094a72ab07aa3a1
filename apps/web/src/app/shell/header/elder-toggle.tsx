import { AArrowUp } from '@lucide/icons'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { toggleElder, useElder } from '../elder.ts'

/** The switch of the elder mode where there is room for words; the toolbar has one of its own. */
export function ElderToggle({ className }: { className?: string | undefined }) {
  const isElder = useElder((state) => state.isElder)
  return (
    <Button className={className} variant="quiet" aria-pressed={isElder} onClick={toggleElder}>
      <Icon of={AArrowUp} />
      长辈版
    </Button>
  )
}
