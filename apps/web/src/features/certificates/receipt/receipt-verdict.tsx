import { BadgeCheck, CircleHelp, FileX, KeyRound, type LucideIconData, Printer } from '@lucide/icons'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { formatMemberNumber } from '@portal/contract/certificates/printed-values.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { Suspense, useEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { type LookupTexts, useTexts } from '../texts/texts.tsx'
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
}

/** The verdict on a receipt and its content. Each new verdict takes the focus. */
export function ReceiptVerdict({ verdict, officialOrigin, receipt }: ReceiptVerdictProps) {
  const { tone, icon } = HEADS[verdict.kind]
  const texts = useTexts('receipt')
  const titleRef = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for each verdict
  useEffect(() => titleRef.current?.focus(), [verdict])
  return (
    <section className={classNames(styles.root, tones.tones)} data-tone={tone}>
      <div className={tones.head}>
        <Icon of={icon} sizePx={30} className={tones.icon} />
        <div>
          <h2 className={tones.title} ref={titleRef} tabIndex={-1}>
            {texts.titles[verdict.kind]}
          </h2>
          <p>{texts.textFor(shortenKeyId(verdict))}</p>
        </div>
      </div>
      {verdict.kind === 'valid' && (
        <div className={styles.body}>
          <FactList facts={listFacts(verdict, officialOrigin, texts.facts)} />
          <p className={shared.plainText}>{texts.afterwards}</p>
          <div className={styles.actions}>
            <ButtonLink to={toLookupAddress(texts.lookupPath, verdict.claims.sub)}>{texts.lookUpNow}</ButtonLink>
            <Button icon={Printer} variant="outline" onClick={() => print()}>
              {texts.print}
            </Button>
          </div>
          <Suspense>
            {receipt && <CertificateReceipt address={`${officialOrigin}${texts.path}#${receipt}`} words={texts.code} />}
          </Suspense>
        </div>
      )}
      {verdict.kind === 'revoked' && (
        <div className={styles.body}>
          <p className={shared.plainText}>{texts.revoked}</p>
          <ButtonLink to={toLookupAddress(texts.lookupPath, verdict.claims.sub)}>{texts.lookUpNow}</ButtonLink>
        </div>
      )}
      {(verdict.kind === 'altered' || verdict.kind === 'foreign' || verdict.kind === 'unlogged') && (
        <div className={styles.body}>
          <p className={shared.plainText}>{texts.distrust}</p>
        </div>
      )}
    </section>
  )
}

const HEADS: Readonly<Record<Verdict['kind'], { tone: 'good' | 'bad' | 'doubt'; icon: LucideIconData }>> = {
  valid: { tone: 'good', icon: BadgeCheck },
  altered: { tone: 'bad', icon: FileX },
  unlogged: { tone: 'bad', icon: FileX },
  revoked: { tone: 'doubt', icon: KeyRound },
  foreign: { tone: 'bad', icon: KeyRound },
  malformed: { tone: 'doubt', icon: CircleHelp },
}

/** Shortens key ids, which can be any text in forged receipts. */
function shortenKeyId(verdict: Verdict): Verdict {
  const isLong = verdict.kind === 'foreign' && verdict.kid.length > 48
  return isLong ? { ...verdict, kid: `${verdict.kid.slice(0, 48)}…` } : verdict
}

function toLookupAddress(path: string, certificateNo: string): string {
  return `${path}?${new URLSearchParams({ no: certificateNo })}`
}

function listFacts(
  { claims, kid, answer, log }: Verdict & { kind: 'valid' },
  officialOrigin: string,
  texts: LookupTexts['receipt']['facts'],
) {
  const isOtherOrigin = officialOrigin !== '' && claims.iss !== officialOrigin
  return [
    { name: texts.number, value: <span className={styles.number}>{claims.sub}</span> },
    { name: texts.state, value: texts.states[claims.state] },
    { name: texts.lookedUpAt, value: texts.dateTime(claims.iat * SECOND_MS) },
    { name: texts.site, value: claims.iss + (isOtherOrigin ? texts.siteNow(officialOrigin) : '') },
    { name: texts.key, value: <code className={styles.key}>{kid}</code> },
    { name: texts.content, value: answer === undefined ? texts.digestOnly : texts.agrees },
    ...(log ? [{ name: texts.log, value: texts.logOf(log) }] : []),
    ...listContentFacts(answer, texts),
  ]
}

/** The facts that identify the stone, from the signed answer. */
function listContentFacts(answer: unknown, texts: LookupTexts['receipt']['facts']) {
  const certificate = (answer as CertificateAnswer | undefined)?.certificate
  if (!certificate) return []
  return [
    { name: texts.conclusion, value: texts.formatConclusion(certificate.conclusion) },
    ...(certificate.totalMassG
      ? [{ name: texts.mass, value: `${formatMemberNumber(certificate, 'totalMassG')}\u00a0g` }]
      : []),
  ]
}
