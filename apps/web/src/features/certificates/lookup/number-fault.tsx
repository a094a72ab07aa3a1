import { NUMBER_LENGTH } from '@portal/contract/certificates/certificate-number.ts'
import { findOrderNo } from '@portal/contract/numbers/order-of-sample.ts'
import type { WrongNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { type MouseEvent, useEffect } from 'react'
import { Glyphs } from '#domain/certificates/glyphs.tsx'
import { OutcomeActions, OutcomeBox } from '#domain/certificates/outcome-box.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { useTexts } from '../texts/texts.tsx'

interface NumberFaultProps {
  reading: WrongNumber
  /** Looks up the suggested number with the entered code. */
  onRetry: (certificateNo: string) => void
}

/** Characters shown of a number that is too long. */
const SHOWN_MAX = NUMBER_LENGTH + 8

/** Explains an invalid number and suggests corrections. */
export function NumberFault({ reading, onRetry }: NumberFaultProps) {
  const { text, at, suggestions } = reading
  const { path } = useTexts('lookup')
  const { numberFault: texts } = useTexts('others')
  useMistypeCount(text)
  const marked = at.length > 0 || reading.fault !== 'long' ? at : listPlaces(NUMBER_LENGTH, text.length)
  const handleRetry = (event: MouseEvent, certificateNo: string) => {
    event.preventDefault()
    onRetry(certificateNo)
  }
  return (
    <OutcomeBox title={texts.title}>
      <p>{texts.hint(reading)}</p>
      <Glyphs
        text={text.slice(0, SHOWN_MAX)}
        marked={marked}
        tone="wrong"
        label={texts.typed([...text.slice(0, SHOWN_MAX)].join(' '), marked)}
      />
      {reading.fault === 'kind' && (
        <OutcomeActions>
          <ButtonLink to={`/orders/progress?no=${findOrderNo(text) ?? text}`}>{texts.order}</ButtonLink>
        </OutcomeActions>
      )}
      {suggestions.length > 0 && (
        <OutcomeActions>
          {suggestions.map((certificateNo, place) => (
            // The link fills in the number without scripts, and the code must be entered again.
            <ButtonLink
              key={certificateNo}
              to={`${path}?no=${certificateNo}`}
              variant={place === 0 ? 'primary' : 'outline'}
              onClick={(event) => handleRetry(event, certificateNo)}
            >
              {texts.retry(certificateNo)}
            </ButtonLink>
          ))}
        </OutcomeActions>
      )}
    </OutcomeBox>
  )
}

/** The number that was counted last; the explanation may be shown several times for it. */
let counted = ''

/** Counts each mistyped number once, without sending the number: staff see how often visitors mistype. */
function useMistypeCount(text: string): void {
  const api = useApi()
  useEffect(() => {
    if (text === counted) return
    counted = text
    api.call('POST /v1/certificate/mistyped', { quiet: true }).catch(() => undefined)
  }, [api, text])
}

function listPlaces(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}
