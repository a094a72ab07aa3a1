import { useEffect, useRef } from 'react'
import shared from '#ui/shared.module.css'
import styles from './fault-summary.module.css'
import type { Fault, FaultyField } from './writing-faults.ts'

export interface FaultSummaryProps {
  faults: readonly Fault[]
  /** Number of failed attempts; the summary is focused after each. */
  attempt: number
  /** Focuses the text, which has no element that a selector could find. */
  onJump: () => void
}

/** List of faults to correct before submitting; each line is a link to its field. */
export function FaultSummary({ faults, attempt, onJump }: FaultSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) ref.current?.focus()
  }, [attempt])
  if (faults.length === 0) return null
  return (
    <div className={styles.root} ref={ref} tabIndex={-1} role="alert">
      <p className={shared.medium}>请先补上这 {faults.length} 处</p>
      <ul>
        {faults.map(({ field, text }) => (
          <li key={text}>
            <button type="button" className={styles.jump} onClick={() => goTo(field, onJump)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const PLACES: Readonly<Record<FaultyField, string>> = {
  title: '#field-title',
  content: '#field-content',
  pictures: '#field-pictures input[aria-invalid], #field-pictures',
  category: '#field-category input',
  summary: '[name="summary"]',
  originalUrl: '[name="originalUrl"]',
  keywords: '[name="keywords"]',
}

function goTo(field: FaultyField, focusText: () => void): void {
  const place = document.querySelector<HTMLElement>(PLACES[field])
  place?.scrollIntoView({ block: 'center' })
  if (field === 'content') focusText()
  else place?.focus({ preventScroll: true })
}
