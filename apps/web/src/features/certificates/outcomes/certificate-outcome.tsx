import { BadgeCheck, Ban, type LucideIconData, RefreshCw } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { ReactNode, Ref } from 'react'
import { classNames } from '#lib/class-names.ts'
import { toMachineDate } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { CertificateActions } from '../card/certificate-actions.tsx'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateSeal } from '../card/certificate-ornaments.tsx'
import { CertificateReceipt, receiptAddress } from '../card/certificate-receipt.tsx'
import type { CheckAnswer, PrintedVersion } from '../certificate-action.ts'
import { Comparison } from '../comparison/comparison.tsx'
import type { Laboratory } from '../laboratory.ts'
import { useCardTexts } from '../language/card-texts.ts'
import { useLookupTexts } from '../language/lookup-texts.ts'
import { useOutcomeTexts } from '../language/outcome-texts.ts'
import checks from '../lookup/three-checks.module.css'
import tones from '../verdict-tones.module.css'
import styles from './certificate-outcome.module.css'
import verdict from './verdict.module.css'

interface CertificateOutcomeProps {
  result: CheckAnswer
  certificate: Certificate
  laboratory: Laboratory
  printed: PrintedVersion
  headingRef: Ref<HTMLHeadingElement>
  onAgain: () => void
  /** Compares a certificate with the stone in hand, in the language of the page. */
  Comparison?: typeof Comparison | undefined
}

/** A valid, reissued or withdrawn certificate. */
export function CertificateOutcome(props: CertificateOutcomeProps) {
  const { result, certificate, laboratory, printed, headingRef, onAgain, Comparison: Own = Comparison } = props
  const { answer, receipt } = result
  const { receiptPath } = useLookupTexts()
  const { found: texts } = useOutcomeTexts()
  const card = useCardTexts()
  const isValid = answer.state === 'valid'
  return (
    <div className={styles.root}>
      <StateVerdict result={result} headingRef={headingRef} oldVersion={oldVersion(certificate, printed)} />
      <CertificateCard
        certificate={certificate}
        organisation={laboratory.name}
        void={texts.voidMark(answer)}
        replaces={answer.replaces}
      >
        {isValid ? <CertificateSeal name={laboratory.name} url={laboratory.sealUrl} /> : <span />}
        {receipt && (
          <CertificateReceipt
            address={receiptAddress(laboratory.officialOrigin, receipt, receiptPath)}
            words={card.receipt}
          />
        )}
      </CertificateCard>
      {texts.note(certificate.certificateNo)}
      <CertificateActions result={result} laboratory={laboratory} onAgain={onAgain} />
      {isValid && (
        <div className={styles.compare}>
          <Own certificate={certificate} />
          <ThreeChecks />
        </div>
      )}
    </div>
  )
}

/** The version of a printed certificate that has been corrected since; `null`: it is the newest, or none was scanned. */
function oldVersion(certificate: Certificate, { certificateNo, version }: PrintedVersion): number | null {
  const isOfThis = certificateNo === certificate.certificateNo && version !== null
  return isOfThis && version > 0 && version < certificate.version ? version : null
}

interface StateVerdictProps extends Pick<CertificateOutcomeProps, 'result' | 'headingRef'> {
  oldVersion: number | null
}

function StateVerdict({ result, headingRef, oldVersion }: StateVerdictProps) {
  const { answer, checkedAtMs } = result
  const { path } = useLookupTexts()
  const { found: texts } = useOutcomeTexts()
  const shared = { checkedAtMs, headingRef }
  if (answer.state === 'reissued') {
    const newer = answer.newerNo && (
      <TextLink className={styles.newer} to={`${path}?no=${answer.newerNo}`}>
        {answer.newerNo}
      </TextLink>
    )
    return (
      <Verdict {...shared} tone="warn" icon={RefreshCw} title={texts.reissued.title}>
        <p>{texts.reissued.text(answer.changedOn, newer)}</p>
      </Verdict>
    )
  }
  if (answer.state === 'withdrawn') {
    return (
      <Verdict {...shared} tone="bad" icon={Ban} title={texts.withdrawn.title}>
        <p>{texts.withdrawn.text(answer)}</p>
      </Verdict>
    )
  }
  if (oldVersion !== null) {
    return (
      <Verdict {...shared} tone="warn" icon={RefreshCw} title={texts.corrected.title}>
        <p>{texts.corrected.text(oldVersion, answer.certificate?.version ?? oldVersion)}</p>
      </Verdict>
    )
  }
  return (
    <Verdict {...shared} tone="good" icon={BadgeCheck} title={texts.valid.title}>
      <p>{texts.valid.text}</p>
    </Verdict>
  )
}

interface VerdictProps {
  tone: 'good' | 'warn' | 'bad'
  icon: LucideIconData
  title: string
  /** Time of the lookup, epoch ms. */
  checkedAtMs: number
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The state of the certificate, above the certificate. */
function Verdict({ tone, icon, title, checkedAtMs, headingRef, children }: VerdictProps) {
  return (
    <section className={classNames(verdict.root, tones.tones)} data-tone={tone}>
      <Icon of={icon} sizePx={28} className={tones.icon} />
      <div className={shared.shrinks}>
        <h2 className={verdict.title} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <time className={verdict.time} dateTime={toMachineDate(checkedAtMs)}>
        {useOutcomeTexts().found.checkedAt(checkedAtMs)}
      </time>
    </section>
  )
}

/** Checks of the paper and of the site. */
function ThreeChecks() {
  const { label, steps } = useOutcomeTexts().found.checks
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
