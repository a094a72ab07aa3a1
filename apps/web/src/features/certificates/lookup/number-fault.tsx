import { NUMBER_LENGTH, type NumberReading } from '@portal/contract/certificates/certificate-number.ts'
import { type MouseEvent, useEffect } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from '../glyphs.module.css'
import { OutcomeActions, OutcomeBox } from '../outcomes/outcome-box.tsx'
import { useTexts } from '../texts/texts.tsx'

export type InvalidNumber = Extract<NumberReading, { kind: 'wrong' }>

interface NumberFaultProps {
  reading: InvalidNumber
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

interface GlyphsProps {
  text: string
  /** Marked positions, from 0. */
  marked: readonly number[]
  /** `wrong`: invalid. `doubtful`: easily misread. */
  tone: 'wrong' | 'doubtful'
  /** Text for screen readers. */
  label: string
}

/** Shows a number or code with a box for each character, for comparison with the paper. */
export function Glyphs({ text, marked, tone, label }: GlyphsProps) {
  return (
    <div className={styles.root} role="img" aria-label={label} data-tone={tone}>
      {[...text].map((sign, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
        <span className={styles.sign} key={place} data-marked={marked.includes(place) || undefined}>
          {sign}
        </span>
      ))}
    </div>
  )
}
