import { BadgeCheck } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import { classNames } from '#lib/class-names.ts'
import { toMachineDate } from '#lib/format.ts'
import { ShareCode } from '#ui/dialogs/share-code.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateSeal } from '../card/certificate-ornaments.tsx'
import { toReceiptAddress } from '../card/certificate-receipt.tsx'
import type { Laboratory } from '../laboratory.ts'
import checks from '../lookup/three-checks.module.css'
import verdict from '../outcomes/verdict.module.css'
import { useTexts } from '../texts/texts.tsx'
import tones from '../verdict-tones.module.css'
import { toShareAddress } from './share-address.ts'
import styles from './share-page.module.css'
import { TimeLeft } from './time-left.tsx'

export interface ShownShareProps {
  share: SharedResult
  certificate: Certificate
  secret: string
  /** A compact JWS over the answer. */
  receipt: string | null
  laboratory: Laboratory
  /** Time at which the page was opened, epoch ms. */
  openedAtMs: number
}

/** An active share: its remaining time, the verdict, and the certificate with a QR code of this page. */
export function ShownShare({ share, certificate, secret, receipt, laboratory, openedAtMs }: ShownShareProps) {
  const { startTime, endTime, sharedVersion = 1 } = share
  const { officialOrigin } = laboratory
  const { path, lookupPath, receiptPath, shown: texts, time } = useTexts('sharePage')
  const endDay = time.date(endTime)
  return (
    <>
      <TimeLeft startTime={startTime} endTime={endTime} nowMs={openedAtMs} />
      <section className={classNames(verdict.root, tones.tones)} data-tone="good">
        <Icon of={BadgeCheck} sizePx={28} className={tones.icon} />
        <div className={shared.shrinks}>
          <h2 className={verdict.title}>{texts.title}</h2>
          <p>{texts.text}</p>
          {certificate.version > sharedVersion && <p>{texts.corrected(sharedVersion, certificate.version)}</p>}
        </div>
        <time className={verdict.time} dateTime={toMachineDate(openedAtMs)}>
          {texts.openedAt(openedAtMs)}
        </time>
      </section>
      <div className={styles.card}>
        <p className={styles.ribbon}>{texts.ribbon(endDay)}</p>
        <CertificateCard certificate={certificate} organisation={laboratory}>
          <CertificateSeal name={laboratory.name} url={laboratory.sealUrl} />
          <div className={styles.code}>
            <p>
              {texts.scan}
              <br />
              {texts.until(endDay)}
            </p>
            <div className={styles.codeBox}>
              <ShareCode address={toShareAddress(officialOrigin, path, { secret })} label={texts.qr} />
            </div>
          </div>
        </CertificateCard>
      </div>
      <ul className={checks.root} aria-label={texts.checks}>
        {texts.steps.map(({ title, text }) => (
          <li className={checks.check} key={title}>
            <h3 className={checks.title}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        <TextLink to={lookupPath}>{texts.own}</TextLink>
        {receipt && <TextLink to={toReceiptAddress(officialOrigin, receipt, receiptPath)}>{texts.receipt}</TextLink>}
        <TextLink to="/certificate-check/report">{texts.report}</TextLink>
      </p>
    </>
  )
}
