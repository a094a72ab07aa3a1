import { BadgeCheck, CircleHelp, FileX, KeyRound, type LucideIconData, Printer } from '@lucide/icons'
import type { ReceiptClaims } from '@portal/contract/certificates/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { type Ref, Suspense } from 'react'
import { classNames } from '#lib/class-names.ts'
import { formatDate, formatDateTime } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import tones from '../verdict-tones.module.css'
import styles from './receipt-verdict.module.css'
import type { ReceiptVerdict as Verdict } from './verify-receipt.ts'

/** Loaded for checked receipts only, because it draws a QR code. */
export const loadReceiptCode = async () => (await import('../card/certificate-receipt.tsx')).CertificateReceipt
const CertificateReceipt = lazyPart(loadReceiptCode)

export interface ReceiptVerdictProps {
  verdict: Verdict
  /** Scheme and host of this site. */
  officialOrigin: string
  /** Compact JWS; `null` when a file was checked. */
  receipt: string | null
  titleRef: Ref<HTMLHeadingElement>
}

const STATE_TEXT: Readonly<Record<ReceiptClaims['state'], string>> = {
  valid: '编号有效',
  reissued: '已换发新证书',
  withdrawn: '已撤销',
}

/** The verdict on a receipt and its content. */
export function ReceiptVerdict({ verdict, officialOrigin, receipt, titleRef }: ReceiptVerdictProps) {
  const { tone, icon, title } = HEADS[verdict.kind]
  return (
    <section className={classNames(styles.root, tones.tones)} data-tone={tone}>
      <div className={tones.head}>
        <Icon of={icon} sizePx={30} className={tones.icon} />
        <div>
          <h2 className={tones.title} ref={titleRef} tabIndex={-1}>
            {title}
          </h2>
          <p>{textFor(verdict)}</p>
        </div>
      </div>
      {verdict.kind === 'valid' && (
        <div className={styles.body}>
          <FactList facts={factsOf(verdict, officialOrigin)} />
          <p className={shared.plainText}>
            凭证说明的是查询当时的情况，此后证书可能已换发或撤销。是否仍然有效，以现在的查询为准。
          </p>
          <div className={styles.acts}>
            <ButtonLink to={lookupAddress(verdict.claims.sub)}>现在查询这份证书</ButtonLink>
            <Button icon={Printer} variant="outline" onClick={() => print()}>
              打印凭证
            </Button>
          </div>
          <Suspense>{receipt && <CertificateReceipt receipt={receipt} officialOrigin={officialOrigin} />}</Suspense>
        </div>
      )}
      {verdict.kind === 'revoked' && (
        <div className={styles.body}>
          <p className={shared.plainText}>
            持有这把密钥的人可以伪造凭证，也可以把时间写得更早，所以作废前签发的凭证同样不能只凭签名采信。证书本身不受影响，以现在的查询为准。
          </p>
          <ButtonLink to={lookupAddress(verdict.claims.sub)}>现在查询这份证书</ButtonLink>
        </div>
      )}
      {(verdict.kind === 'altered' || verdict.kind === 'foreign') && (
        <div className={styles.body}>
          <p className={shared.plainText}>
            请不要凭这份凭证付款。可向持有人索取原文件，或自行<TextLink to="/certificate-check">查询证书</TextLink>
            ；怀疑伪造时，
            <TextLink to="/certificate-check/report">举报</TextLink>。
          </p>
        </div>
      )}
    </section>
  )
}

const HEADS: Readonly<
  Record<Verdict['kind'], { tone: 'good' | 'bad' | 'doubt'; icon: LucideIconData; title: string }>
> = {
  valid: { tone: 'good', icon: BadgeCheck, title: '有效' },
  altered: { tone: 'bad', icon: FileX, title: '已被改动' },
  revoked: { tone: 'doubt', icon: KeyRound, title: '签名密钥已作废' },
  foreign: { tone: 'bad', icon: KeyRound, title: '非本站密钥签发' },
  malformed: { tone: 'doubt', icon: CircleHelp, title: '不是查询凭证' },
}

function textFor(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return '由本站密钥签发，签发后未改动。'
    case 'altered':
      return verdict.what === 'signature'
        ? '内容与签名不符：签发后有字符被改过或缺失，其中所写一概不可信。'
        : `签名属实，但文件里的证书内容与签名时不同。签名对应的编号是 ${verdict.claims.sub}。`
    case 'revoked':
      return `此凭证的签名密钥已于 ${formatDate(verdict.revokedAtMs)} 作废，凭证不再能证明其内容，请重新查询。`
    case 'foreign':
      return `签名所用的密钥（${shorten(verdict.kid)}）不在本站公布之列。`
    case 'malformed':
      return '没有认出凭证的格式。请粘贴完整的凭证文本或二维码网址，或选取以 .receipt.json 结尾的文件。'
  }
}

/** Key ids in forged receipts can be any text. */
function shorten(kid: string): string {
  return kid.length > 48 ? `${kid.slice(0, 48)}…` : kid
}

function lookupAddress(certificateNo: string): string {
  return `/certificate-check?${new URLSearchParams({ no: certificateNo })}`
}

function factsOf({ claims, kid, answer }: Verdict & { kind: 'valid' }, officialOrigin: string) {
  const isOtherOrigin = officialOrigin !== '' && claims.iss !== officialOrigin
  return [
    { name: '证书编号', value: <span className={styles.number}>{claims.sub}</span> },
    { name: '当时状态', value: STATE_TEXT[claims.state] },
    { name: '查询时间', value: formatDateTime(claims.iat * SECOND_MS) },
    { name: '签发网站', value: claims.iss + (isOtherOrigin ? `（本站现址 ${officialOrigin}）` : '') },
    { name: '签名密钥', value: <code className={styles.key}>{kid}</code> },
    { name: '证书内容', value: answer === undefined ? '凭证中只有摘要，选取文件可一并核对' : '与签名一致' },
    ...contentFacts(answer),
  ]
}

/** The facts that identify the stone, from the signed answer. */
function contentFacts(answer: unknown) {
  const certificate = (answer as CertificateAnswer | undefined)?.certificate
  if (!certificate) return []
  return [
    { name: '检测结论', value: certificate.conclusion },
    ...(certificate.totalMassG ? [{ name: '总质量', value: `${certificate.totalMassG}\u00a0g` }] : []),
  ]
}
