import { NUMBER_LENGTH } from '@portal/contract/certificates/certificate-number.ts'
import type { MouseEvent } from 'react'
import { OutcomeActions, OutcomeBox } from '#features/certificates/outcomes/outcome-box.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { formatPlaces, Glyphs } from '../glyphs.tsx'
import { type InvalidNumber, numberFaultHint } from './number-words.ts'

export interface NumberFaultProps {
  reading: InvalidNumber
  /** Looks the offered number up with the code that is there. */
  onRetry: (certificateNo: string) => void
}

/** Signs shown of a number that is far too long. */
const SHOWN_MAX = NUMBER_LENGTH + 8

/** A number that cannot be right: where, why, and what it may have been meant to be. Nothing was asked. */
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
            // Without a script it is a link that fills the number; the code has to be given again.
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
