import { NUMBER_LENGTH } from '@portal/contract/certificates/certificate-number.ts'
import type { MouseEvent } from 'react'
import { ButtonLink } from '#ui/forms/button.tsx'
import { formatPlaces, Glyphs } from '../glyphs.tsx'
import { OutcomeActions, OutcomeBox } from '../outcomes/outcome-box.tsx'
import { type InvalidNumber, numberFaultHint } from './number-texts.ts'

export interface NumberFaultProps {
  reading: InvalidNumber
  /** Looks up the suggested number with the entered code. */
  onRetry: (certificateNo: string) => void
}

/** Characters shown of a number that is too long. */
const SHOWN_MAX = NUMBER_LENGTH + 8

/** Explains an invalid number and suggests corrections. */
export function NumberFault({ reading, onRetry }: NumberFaultProps) {
  const { text, at, suggestions } = reading
  const marked = at.length > 0 || reading.fault !== 'long' ? at : placesFrom(NUMBER_LENGTH, text.length)
  const handleRetry = (event: MouseEvent, certificateNo: string) => {
    event.preventDefault()
    onRetry(certificateNo)
  }
  return (
    <OutcomeBox title="证书编号有误">
      <p>{numberFaultHint(reading)}</p>
      <Glyphs
        text={text.slice(0, SHOWN_MAX)}
        marked={marked}
        tone="wrong"
        label={[
          `输入的编号：${[...text.slice(0, SHOWN_MAX)].join(' ')}`,
          formatPlaces(marked) && `可能有误：${formatPlaces(marked)}`,
        ]
          .filter(Boolean)
          .join('，')}
      />
      {suggestions.length > 0 && (
        <OutcomeActions>
          {suggestions.map((certificateNo, place) => (
            // Without scripts the link fills in the number, and the code must be entered again.
            <ButtonLink
              key={certificateNo}
              to={`/certificate-check?no=${certificateNo}`}
              variant={place === 0 ? 'primary' : 'outline'}
              onClick={(event) => handleRetry(event, certificateNo)}
            >
              按 {certificateNo} 重查
            </ButtonLink>
          ))}
        </OutcomeActions>
      )}
    </OutcomeBox>
  )
}

function placesFrom(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}
