import { BadgeCheck, Ban, RefreshCw } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { Ref } from 'react'
import { formatDate } from '#lib/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import { CertificateActions } from '../card/certificate-actions.tsx'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateReceipt } from '../card/certificate-receipt.tsx'
import { CertificateSeal } from '../card/certificate-seal.tsx'
import type { CheckAnswer } from '../certificate-action.ts'
import { Comparison } from '../comparison/comparison.tsx'
import type { Laboratory } from '../laboratory.ts'
import { ThreeChecks } from '../lookup/three-checks.tsx'
import styles from './certificate-outcome.module.css'
import { Verdict } from './verdict.tsx'

export interface CertificateOutcomeProps {
  result: CheckAnswer
  certificate: Certificate
  laboratory: Laboratory
  headingRef: Ref<HTMLHeadingElement>
  onAgain: () => void
}

/** A valid, reissued or withdrawn certificate. */
export function CertificateOutcome({ result, certificate, laboratory, headingRef, onAgain }: CertificateOutcomeProps) {
  const { answer, receipt } = result
  const isValid = answer.state === 'valid'
  return (
    <div className={styles.root}>
      <StateVerdict result={result} headingRef={headingRef} />
      <CertificateCard certificate={certificate} organisation={laboratory.name} void={voidText(result)}>
        {isValid ? <CertificateSeal name={laboratory.name} /> : <span />}
        {receipt && <CertificateReceipt receipt={receipt} officialOrigin={laboratory.officialOrigin} />}
      </CertificateCard>
      <CertificateActions result={result} officialOrigin={laboratory.officialOrigin} onAgain={onAgain} />
      {isValid && (
        <div className={styles.compare}>
          <Comparison certificate={certificate} />
          <ThreeChecks />
        </div>
      )}
    </div>
  )
}

function StateVerdict({ result, headingRef }: Pick<CertificateOutcomeProps, 'result' | 'headingRef'>) {
  const { answer, checkedAtMs } = result
  const shared = { checkedAtMs, headingRef }
  const changedOn = formatDate(answer.changedOn)
  if (answer.state === 'reissued') {
    return (
      <Verdict {...shared} tone="warn" icon={RefreshCw} title="证书已换发">
        <p>
          本证书{changedOn && `已于 ${changedOn} `}由新证书取代，不再作为依据，下方为旧证书的内容。
          {answer.newerNo && (
            <>
              新证书编号：
              <TextLink className={styles.newer} to={`/certificate-check?no=${answer.newerNo}`}>
                {answer.newerNo}
              </TextLink>
              ，查询时请用新证书的核对码。
            </>
          )}
        </p>
      </Verdict>
    )
  }
  if (answer.state === 'withdrawn') {
    return (
      <Verdict {...shared} tone="bad" icon={Ban} title="证书已撤销">
        <p>
          {changedOn && `撤销日期：${changedOn}。`}
          {answer.reason && `撤销原因：${answer.reason}。`.replace(/。。$/, '。')}
          本证书无效，下方内容仅供核对，请勿作为交易依据。
        </p>
      </Verdict>
    )
  }
  return (
    <Verdict {...shared} tone="good" icon={BadgeCheck} title="编号有效">
      <p>与本中心签发记录一致。请再与手中证书、实物逐项核对。</p>
    </Verdict>
  )
}

function voidText({ answer }: CheckAnswer): string | undefined {
  const changedOn = formatDate(answer.changedOn)
  if (answer.state === 'withdrawn') return `已撤销 ${changedOn}`.trim()
  return answer.state === 'reissued' ? `已换发 ${changedOn}`.trim() : undefined
}
