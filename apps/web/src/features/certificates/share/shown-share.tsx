import { BadgeCheck } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import { classNames } from '#lib/class-names.ts'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { ShareCode } from '#ui/dialogs/share-code.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateSeal } from '../card/certificate-ornaments.tsx'
import { receiptAddress } from '../card/certificate-receipt.tsx'
import type { Laboratory } from '../laboratory.ts'
import checks from '../lookup/three-checks.module.css'
import verdict from '../outcomes/verdict.module.css'
import tones from '../verdict-tones.module.css'
import { shareAddress } from './share-address.ts'
import styles from './share-page.module.css'
import { TimeLeft } from './time-left.tsx'

export interface ShownShareProps {
  share: SharedResult
  certificate: Certificate
  secret: string
  /** A compact JWS over the answer. */
  receipt: string | null
  laboratory: Laboratory
  /** Epoch ms. */
  openedAtMs: number
}

/** A live share: its time, the verdict, and the certificate with a QR code of this page. */
export function ShownShare({ share, certificate, secret, receipt, laboratory, openedAtMs }: ShownShareProps) {
  const { startTime, endTime, sharedVersion = 1 } = share
  const { officialOrigin } = laboratory
  const endDay = endTime.slice(0, 10)
  return (
    <>
      <TimeLeft startTime={startTime} endTime={endTime} nowMs={openedAtMs} />
      <section className={classNames(verdict.root, tones.tones)} data-tone="good">
        <Icon of={BadgeCheck} sizePx={28} className={tones.icon} />
        <div className={shared.shrinks}>
          <h2 className={verdict.title}>证书有效</h2>
          <p>截至此刻与签发记录一致；更正后改示新版，换发或撤销时本页随即结束。</p>
          {certificate.version > sharedVersion && (
            <p>
              分享时为第 {sharedVersion} 版，证书此后有更正，以下为第 {certificate.version} 版。
            </p>
          )}
        </div>
        <time className={verdict.time} dateTime={toMachineDate(openedAtMs)}>
          打开于 {formatDateTime(openedAtMs)}
        </time>
      </section>
      <div className={styles.card}>
        <p className={styles.ribbon}>分享件 · {endDay} 止</p>
        <CertificateCard certificate={certificate} organisation={laboratory.name}>
          <CertificateSeal name={laboratory.name} url={laboratory.sealUrl} />
          <div className={styles.code}>
            <p>
              扫码打开此分享
              <br />
              有效至 {endDay}
            </p>
            <div className={styles.codeBox}>
              <ShareCode address={shareAddress(officialOrigin, { secret })} />
            </div>
          </div>
        </CertificateCard>
      </div>
      <ul className={checks.root} aria-label="看分享件时">
        {CHECKS.map(({ title, text }) => (
          <li className={checks.check} key={title}>
            <h3 className={checks.title}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        <TextLink to="/certificate-check">查询自己的证书</TextLink>
        {receipt && <TextLink to={receiptAddress(officialOrigin, receipt)}>核验本页的签章</TextLink>}
        <TextLink to="/certificate-check/report">举报冒用</TextLink>
      </p>
    </>
  )
}

const CHECKS = [
  { title: '看到实物时', text: '刮开证书上的涂层，凭核对码自行查询；分享件不能代替查询。' },
  { title: '对影像', text: '颜色、花纹与样品影像相符，大小可参照比例尺。' },
  { title: '涂层已刮开', text: '核对码可能已为他人所知。请当面查询，并与编号、实物核对。' },
] as const
