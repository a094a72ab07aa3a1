import { ListChecks } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { useTexts } from '../texts/texts.tsx'
import panel from './comparison.module.css'
import { ComparisonList } from './comparison-list.tsx'
import styles from './comparison-run.module.css'
import { ComparisonVerdict } from './comparison-verdict-view.tsx'
import { FindingLine, StepRuler } from './finding-line.tsx'
import { StepFields } from './step-fields.tsx'
import { useComparison } from './use-comparison.ts'

interface ComparisonRunProps {
  certificate: Certificate
  /** Id of the heading of the section. */
  labelledBy: string
  onClose: () => void
}

/** The steps of a comparison and its verdict. */
function ComparisonRun({ certificate, labelledBy, onClose }: ComparisonRunProps) {
  const texts = useTexts('comparison')
  const comparison = useComparison(certificate)
  const { steps, at, step, finding } = comparison
  const titleId = useId()
  const titleRef = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts at its heading
  useEffect(() => titleRef.current?.focus(), [at])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    comparison.next()
  }
  return (
    <div className={styles.root}>
      <StepRuler {...comparison} />
      {step ? (
        <form
          className={styles.form}
          aria-labelledby={`${labelledBy} ${titleId}`}
          noValidate
          onSubmit={handleSubmit}
          onBlur={comparison.settle}
        >
          <h3 className={styles.title} id={titleId} ref={titleRef} tabIndex={-1}>
            {texts.steps[step].title}
            <span className={styles.count}>{texts.count(at + 1, steps.length)}</span>
          </h3>
          <StepFields {...comparison} step={step} />
          <div className={styles.finding} aria-live="polite">
            {finding && <FindingLine result={finding} />}
          </div>
          <div className={styles.actions}>
            <Button type="submit" onMouseDown={keepFocus}>
              {at + 1 < steps.length ? texts.next : texts.finish}
            </Button>
            <Button variant="outline" onMouseDown={keepFocus} onClick={at > 0 ? comparison.back : onClose}>
              {at > 0 ? texts.back : texts.close}
            </Button>
            <p className={shared.note}>{texts.skip}</p>
          </div>
        </form>
      ) : (
        <ComparisonVerdict comparison={comparison} titleRef={titleRef} />
      )}
    </div>
  )
}

/** Keeps the focus in the field: the finding shown on blur would move the button away before the click. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

/**
 * Helps to find out whether a certificate belongs to the stone in hand, since forgers use real numbers. Without scripts it
 * is a list; with them it goes step by step, on this device only.
 */
export function Comparison({ certificate }: { certificate: Certificate }) {
  const { title, lead, start } = useTexts('comparison')
  const titleId = useId()
  const isHydrated = useHydrated()
  const [isRunning, setIsRunning] = useState(false)
  return (
    <section className={panel.root} aria-labelledby={titleId}>
      <div className={panel.head}>
        <h2 className={shared.textXl} id={titleId}>
          {title}
        </h2>
        <p className={panel.lead}>{lead}</p>
        {isHydrated && !isRunning && (
          <Button icon={ListChecks} className={panel.start} onClick={() => setIsRunning(true)}>
            {start}
          </Button>
        )}
      </div>
      {isRunning ? (
        <ComparisonRun
          key={certificate.certificateNo}
          certificate={certificate}
          labelledBy={titleId}
          onClose={() => setIsRunning(false)}
        />
      ) : (
        <ComparisonList certificate={certificate} />
      )}
    </section>
  )
}
