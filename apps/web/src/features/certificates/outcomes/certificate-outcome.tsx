import { BadgeCheck, Ban, type LucideIconData, RefreshCw } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { ReactNode, Ref } from 'react'
import { classNames } from '#lib/class-names.ts'
import { formatDate, formatDateTime, toMachineDate } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { CertificateActions } from '../card/certificate-actions.tsx'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateSeal } from '../card/certificate-ornaments.tsx'
import { CertificateReceipt } from '../card/certificate-receipt.tsx'
import type { CheckAnswer } from '../certificate-action.ts'
import { Comparison } from '../comparison/comparison.tsx'
import type { Laboratory } from '../laboratory.ts'
import checks from '../lookup/three-checks.module.css'
import tones from '../verdict-tones.module.css'
import styles from './certificate-outcome.module.css'
import verdict from './verdict.module.css'

/** What the QR code of a printed certificate says. */
export interface PrintedVersion {
  certificateNo: string
  version: number | null
}

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
  const isValid = answer.state === 'valid'
  return (
    <div className={styles.root}>
      <StateVerdict result={result} headingRef={headingRef} oldVersion={oldVersion(certificate, printed)} />
      <CertificateCard
        certificate={certificate}
        organisation={laboratory.name}
        void={voidText(result)}
        replaces={answer.replaces}
      >
        {isValid ? <CertificateSeal name={laboratory.name} url={laboratory.sealUrl} /> : <span />}
        {receipt && <CertificateReceipt receipt={receipt} officialOrigin={laboratory.officialOrigin} />}
      </CertificateCard>
      <CertificateActions result={result} laboratory={laboratory} onAgain={onAgain} />
      {isValid && (
        <div className={styles.compare}>
          <Comparison certificate={certificate} />
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
  if (oldVersion !== null) {
    return (
      <Verdict {...shared} tone="warn" icon={RefreshCw} title="编号有效，内容已更正">
        <p>
          您手中的是第 {oldVersion} 版，已由第 {answer.certificate?.version}{' '}
          版代替。请以下方内容为准，并向本中心换取新证书。
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
        查询于 {formatDateTime(checkedAtMs)}
      </time>
    </section>
  )
}

const CHECKS = [
  { title: '对编号', text: '页面编号与证书、吊牌上印刷的编号一致，一字不差。' },
  { title: '对刮开层', text: '购买时刮开层应完好；已被刮开的，核对码可能早已为他人所知。' },
  { title: '对网址', text: '浏览器地址栏的网址与本页所列官方网址一致。' },
] as const

/** Checks of the paper and of the site. */
function ThreeChecks() {
  return (
    <ul className={checks.root} aria-label="核对证书">
      {CHECKS.map(({ title, text }) => (
        <li className={checks.check} key={title}>
          <h3 className={checks.title}>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
