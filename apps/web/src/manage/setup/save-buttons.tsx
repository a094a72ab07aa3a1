import { ArrowLeft, ArrowRight } from '@lucide/icons'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { StepButtons } from './setup-frame.tsx'

interface SaveButtonsProps {
  isBusy: boolean
  onSkip: () => void
  onBack?: (() => void) | undefined
}

/** The buttons of a step that can be skipped. */
export function SaveButtons({ isBusy, onSkip, onBack }: SaveButtonsProps) {
  return (
    <StepButtons
      note={
        onBack && (
          <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
            上一步
          </Button>
        )
      }
    >
      <Button variant="outline" onClick={onSkip}>
        跳过此步
      </Button>
      <Button type="submit" isBusy={isBusy} busyLabel="保存中">
        下一步 <Icon of={ArrowRight} sizePx={18} />
      </Button>
    </StepButtons>
  )
}
