import { Printer, RotateCcw } from '@lucide/icons'
import type { Ref } from 'react'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useClosedPaths } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { type LookupTexts, useTexts } from '../texts/texts.tsx'
import tones from '../verdict-tones.module.css'
import { ComparisonSheet, useSheet } from './comparison-sheet.tsx'
import styles from './comparison-verdict-view.module.css'
import { FINDING_ICONS, FindingLine } from './finding-line.tsx'
import { type Finding, findMissing, type StepResult } from './judge-step.ts'
import type { ComparisonState } from './use-comparison.ts'

interface ComparisonVerdictProps {
  comparison: ComparisonState
  titleRef: Ref<HTMLHeadingElement>
}

/** The verdict with its reasons and advice. */
export function ComparisonVerdict({ comparison, titleRef }: ComparisonVerdictProps) {
  const { results, verdict } = comparison
  const { certificateNo } = comparison.certificate
  const closed = useClosedPaths()
  const sheet = useSheet()
  const texts = useTexts('comparison')
  const reportAddress = `/certificate-check/report?${new URLSearchParams({ no: certificateNo })}`
  return (
    <div className={shared.stack5}>
      <div className={styles.verdict} data-finding={verdict}>
        <Icon of={FINDING_ICONS[verdict]} sizePx={32} className={tones.icon} />
        <div aria-live="polite">
          <h3 className={tones.title} ref={titleRef} tabIndex={-1}>
            {texts.verdict.title(verdict)}
          </h3>
          <p className={styles.words}>{getVerdictText(texts.verdict, verdict, results)}</p>
        </div>
      </div>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={result.step}>
            <h4 className={styles.step}>{texts.steps[result.step].name}</h4>
            <FindingLine result={result} />
          </li>
        ))}
      </ul>
      <div>
        <h4 className={styles.step}>{texts.verdict.next}</h4>
        <ul className={styles.advice}>
          {texts.advice[verdict](reportAddress).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a verdict never change
            <li key={at}>{line}</li>
          ))}
        </ul>
      </div>
      <div className={shared.wrap3}>
        {verdict === 'differ' && <ButtonLink to={reportAddress}>{texts.verdict.report}</ButtonLink>}
        {verdict === 'unsure' && !closed.includes('/rangeDetail') && (
          <ButtonLink to="/rangeDetail">{texts.verdict.process}</ButtonLink>
        )}
        <Button icon={Printer} variant={verdict === 'match' ? 'primary' : 'outline'} onClick={sheet.print}>
          {texts.verdict.print}
        </Button>
        <Button variant="outline" onClick={comparison.back}>
          {texts.back}
        </Button>
        <Button icon={RotateCcw} variant="quiet" onClick={comparison.restart}>
          {texts.verdict.restart}
        </Button>
      </div>
      {sheet.atMs !== null && <ComparisonSheet {...comparison} atMs={sheet.atMs} />}
    </div>
  )
}

function getVerdictText(
  { match, differ, unsure }: LookupTexts['comparison']['verdict'],
  verdict: Finding,
  results: readonly StepResult[],
): string {
  if (verdict === 'match') return match
  if (verdict === 'unsure') return unsure(findMissing(results))
  return differ(results.filter(({ finding }) => finding === 'differ').length)
}
