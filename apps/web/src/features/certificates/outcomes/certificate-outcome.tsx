import { RotateCcw } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { Ref } from 'react'
import { ButtonLink } from '#ui/forms/button.tsx'
import { CertificateActions } from '../card/certificate-actions.tsx'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateSeal } from '../card/certificate-ornaments.tsx'
import { CertificateReceipt, toReceiptAddress } from '../card/certificate-receipt.tsx'
import type { CheckAnswer, PrintedVersion } from '../certificate-action.ts'
import { Comparison } from '../comparison/comparison.tsx'
import type { Laboratory } from '../laboratory.ts'
import checks from '../lookup/three-checks.module.css'
import { FailedStamp, LogProofLine } from '../proof/log-proof-line.tsx'
import { makeReceiptFile, saveReceipt, writeReport } from '../proof/proof-receipt.ts'
import { useLogProof } from '../proof/use-log-proof.ts'
import { useTexts } from '../texts/texts.tsx'
import styles from './certificate-outcome.module.css'
import { StateVerdict } from './state-verdict.tsx'

interface CertificateOutcomeProps {
  result: CheckAnswer
  certificate: Certificate
  laboratory: Laboratory
  printed: PrintedVersion
  headingRef: Ref<HTMLHeadingElement>
  onAgain: () => void
}

/** A valid, reissued or withdrawn certificate. */
export function CertificateOutcome(props: CertificateOutcomeProps) {
  const { result, certificate, laboratory, printed, headingRef, onAgain } = props
  const { answer, receipt } = result
  const { receiptPath, path } = useTexts('lookup')
  const texts = useTexts('found')
  const actions = useTexts('actions')
  const card = useTexts('card')
  const { proof, retry } = useLogProof(answer)
  const isValid = answer.state === 'valid'
  const isFailed = proof?.kind === 'failed'
  const onSaveReceipt = receipt ? () => saveReceipt(makeReceiptFile(result, receipt, proof), certificate) : undefined
  const stateVerdict = (
    <StateVerdict
      result={result}
      headingRef={headingRef}
      oldVersion={getOldVersion(certificate, printed)}
      failure={isFailed ? proof.why : undefined}
    />
  )
  return (
    <div className={styles.root}>
      {proof ? (
        <LogProofLine
          proof={proof}
          log={answer.log}
          certificateNo={certificate.certificateNo}
          phone={laboratory.phone}
          onSaveReceipt={onSaveReceipt}
          report={isFailed ? writeReport(result, proof) : ''}
          onRetry={retry}
        >
          {stateVerdict}
        </LogProofLine>
      ) : (
        stateVerdict
      )}
      <CertificateCard
        certificate={certificate}
        organisation={laboratory}
        void={texts.voidMark(answer)}
        stamp={isFailed && <FailedStamp />}
        replaces={answer.replaces}
      >
        {isValid ? <CertificateSeal name={laboratory.name} url={laboratory.sealUrl} /> : <span />}
        {receipt && (
          <CertificateReceipt
            address={toReceiptAddress(laboratory.officialOrigin, receipt, receiptPath)}
            words={card.receipt}
          />
        )}
      </CertificateCard>
      {texts.note(certificate.certificateNo)}
      {isFailed ? (
        <p className={styles.again}>
          <ButtonLink icon={RotateCcw} to={path} variant="quiet" onClick={onAgain}>
            {actions.again}
          </ButtonLink>
        </p>
      ) : (
        <CertificateActions result={result} laboratory={laboratory} onSaveReceipt={onSaveReceipt} onAgain={onAgain} />
      )}
      {isValid && !isFailed && (
        <div className={styles.compare}>
          <Comparison certificate={certificate} />
          <ThreeChecks />
        </div>
      )}
    </div>
  )
}

/**
 * The version of a printed certificate that has been corrected since; `null` when it is the newest, or none was
 * scanned.
 */
function getOldVersion(certificate: Certificate, { certificateNo, version }: PrintedVersion): number | null {
  const isOfThis = certificateNo === certificate.certificateNo && version !== null
  return isOfThis && version > 0 && version < certificate.version ? version : null
}

/** Checks of the paper and of the site. */
function ThreeChecks() {
  const { label, steps } = useTexts('found').checks
  return (
    <ul className={checks.root} aria-label={label}>
      {steps.map(({ title, text }) => (
        <li className={checks.check} key={title}>
          <h3 className={checks.title}>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
