import { ChevronDown, CloudOff, ShieldAlert } from '@lucide/icons'
import type { LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './log-proof.module.css'
import type { LogProof } from './use-log-proof.ts'

const LogProofSteps = lazyPart(async () => (await import('./log-proof-boxes.tsx')).LogProofSteps)
const LogProofFailure = lazyPart(async () => (await import('./log-proof-boxes.tsx')).LogProofFailure)

interface LogProofLineProps {
  proof: LogProof
  log: LoggedEntry | undefined
  certificateNo: string
  phone: string
  /** Downloads the receipt with the checked data; `undefined` without a signed receipt. */
  onSaveReceipt: (() => void) | undefined
  /** Text of a report about a failed check. */
  report: string
  onRetry: () => void
  /** The verdict, above the line. */
  children: ReactNode
}

/** Result of the check against the public log: one sentence below the verdict, and one link. */
export function LogProofLine(props: LogProofLineProps) {
  const { proof, log, onRetry, children } = props
  const texts = useTexts('proof')
  const [isOpen, setIsOpen] = useState(false)
  const stepsId = useId()
  const isFailed = proof.kind === 'failed'
  return (
    <>
      <div className={styles.group} data-failed={isFailed || undefined}>
        {children}
        <div className={styles.line} data-kind={proof.kind} role={isFailed ? 'alert' : 'status'}>
          <Mark kind={proof.kind} />
          <p className={styles.sentence}>{texts.sentence(proof, log)}</p>
          {proof.kind === 'included' && (
            <button
              type="button"
              className={styles.action}
              aria-expanded={isOpen}
              aria-controls={stepsId}
              onClick={() => setIsOpen(!isOpen)}
            >
              {texts.how}
              <Icon of={ChevronDown} sizePx={16} />
            </button>
          )}
          {(proof.kind === 'unreachable' || proof.kind === 'pending') && (
            <button type="button" className={styles.action} onClick={onRetry}>
              {texts.retry}
            </button>
          )}
          {(proof.kind === 'unscripted' || proof.kind === 'unsupported') && (
            <TextLink className={styles.action} to="/log#auditor">
              {texts.checkYourself}
            </TextLink>
          )}
          {isFailed && <FailureLink {...props} />}
        </div>
      </div>
      <div className={shared.unprinted} id={stepsId}>
        <Suspense>
          {isOpen && proof.kind === 'included' && <LogProofSteps proof={proof} onSaveReceipt={props.onSaveReceipt} />}
          {isFailed && <LogProofFailure {...props} proof={proof} />}
        </Suspense>
      </div>
    </>
  )
}

/** Stamp across the certificate. */
export function FailedStamp() {
  return (
    <p className={styles.stamp} aria-hidden="true">
      {useTexts('proof').stamp}
    </p>
  )
}

/** Link to the report; a visitor of another site gets a link that explains how to recognise this one. */
function FailureLink({ proof, certificateNo, report }: LogProofLineProps) {
  const texts = useTexts('proof')
  const isElsewhere = proof.kind === 'failed' && proof.why === 'foreign'
  return isElsewhere ? (
    <a className={styles.action} href="#official">
      {texts.recognise}
    </a>
  ) : (
    <TextLink className={styles.action} to={`/certificate-check/report?no=${certificateNo}`} state={{ report }}>
      {texts.report}
    </TextLink>
  )
}

function Mark({ kind }: { kind: LogProof['kind'] }) {
  if (kind === 'failed') return <Icon of={ShieldAlert} sizePx={24} className={styles.mark} />
  if (kind === 'unreachable') return <Icon of={CloudOff} sizePx={24} className={styles.mark} />
  return (
    <svg
      className={classNames(styles.mark, kind === 'checking' && styles.turning)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path className={styles.facet} d="M15.8 2.8L21.2 8.2L16.6 10.1L13.9 7.4Z" />
      <path d={STONE} strokeWidth="1.2" />
    </svg>
  )
}

/** Plan of a step-cut stone with eight sides; its first facet is filled once the content is proved. */
const STONE =
  'M15.8 2.8L21.2 8.2V15.8L15.8 21.2H8.2L2.8 15.8V8.2L8.2 2.8ZM13.9 7.4L16.6 10.1V13.9L13.9 16.6H10.1L7.4 13.9V10.1L10.1 7.4ZM15.8 2.8L13.9 7.4M21.2 8.2L16.6 10.1M21.2 15.8L16.6 13.9M15.8 21.2L13.9 16.6M8.2 21.2L10.1 16.6M2.8 15.8L7.4 13.9M2.8 8.2L7.4 10.1M8.2 2.8L10.1 7.4'
