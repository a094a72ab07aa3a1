import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { valueInEnglish } from '@portal/contract/certificates/english-values.ts'
import { replacesText } from '@portal/contract/manage/certificates/print-rules.ts'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#lib/format.ts'
import { Brand } from '#ui/brand.tsx'
import styles from './certificate-card.module.css'
import { CertificateGround } from './certificate-ornaments.tsx'
import { CertificatePictures } from './certificate-pictures.tsx'
import { CertificateTable, English } from './certificate-table.tsx'

export interface CertificateCardProps {
  certificate: Certificate
  organisation: string
  /** Watermark of an invalid certificate, e.g. `已撤销 2026-11-05`. */
  void?: string | undefined
  /** The version that it takes the place of. */
  replaces?: ReplacedVersion | undefined
  /** Seal and receipt, at the foot. */
  children: ReactNode
}

const TITLES: Readonly<Partial<Record<CertificateCategory, readonly [chinese: string, english: string]>>> = {
  diamond: ['钻石分级证书', 'Diamond Grading Certificate'],
  metal: ['贵金属饰品检测证书', 'Precious Metal Jewellery Certificate'],
}
const TITLE = ['珠宝玉石鉴定证书', 'Gem Identification Certificate'] as const
/** Certificates with more members use a smaller font, to fit on one sheet. */
const DENSE_MEMBERS = 34
/** Where the brand mark splits the name, as in the header. */
const MARK_BREAK = '珠宝'

/** The certificate. A checkbox shows the English; it needs no script. */
export function CertificateCard({
  certificate,
  organisation,
  void: voidText,
  replaces,
  children,
}: CertificateCardProps) {
  const { certificateNo, version, category, conclusion, conclusionEn, pictures = [] } = certificate
  const id = useId()
  const [title, titleEn] = TITLES[category] ?? TITLE
  return (
    <div className={styles.root}>
      <input className={styles.toggle} id={id} type="checkbox" />
      <label className={styles.toggleLabel} htmlFor={id}>
        显示英文对照
      </label>
      <article
        className={styles.card}
        aria-label={`证书 ${certificateNo}${voidText ? `（${voidText}）` : ''}`}
        data-void={voidText ? true : undefined}
        data-dense={Object.keys(certificate).length > DENSE_MEMBERS || undefined}
      >
        <CertificateGround />
        <div className={styles.inner}>
          <header className={styles.head}>
            <div>
              <Brand {...markOf(organisation)} className={styles.brand} />
              <h3 className={styles.title}>{title}</h3>
              <English className={styles.titleEn}>{titleEn}</English>
            </div>
            <div className={styles.number}>
              <small>
                证书编号 <English>Certificate No.</English>
              </small>
              <b>{certificateNo}</b>
              <span className={styles.category}>
                {CERTIFICATE_CATEGORIES[category]}
                {version > 1 && versionText(version, replaces)}
              </span>
            </div>
          </header>
          <div className={styles.body} data-pictures={pictures.length > 0 || undefined}>
            <CertificatePictures pictures={pictures} />
            <div>
              <div className={styles.conclusion}>
                <small>
                  检测结论 <English>Conclusion</English>
                </small>
                <b>{conclusion}</b>
                <English className={styles.conclusionEn}>
                  {conclusionEn?.trim() || valueInEnglish('conclusion', conclusion)}
                </English>
              </div>
              <CertificateTable certificate={certificate} />
            </div>
          </div>
          <footer className={styles.foot}>
            <Signatures certificate={certificate} />
            {children}
          </footer>
        </div>
        {voidText && <VoidMark words={voidText} />}
      </article>
    </div>
  )
}

function versionText(version: number, replaces: ReplacedVersion | undefined): string {
  if (!replaces) return `，第 ${version} 版（内容曾更正，以本版为准）`
  return `，${replacesText(version, replaces)}，内容以本版为准`
}

function Signatures({ certificate }: { certificate: Certificate }) {
  const { inspector, reviewer, approver, issuedOn } = certificate
  const signs = [
    ['主检', 'Inspected by', inspector],
    ['审核', 'Reviewed by', reviewer],
    ['批准', 'Approved by', approver],
    ['签发日期', 'Issued', formatDate(issuedOn)],
  ] as const
  return (
    <dl className={styles.signs}>
      {signs.map(
        ([label, labelEn, value]) =>
          value && (
            <div key={label}>
              <dt>
                {label} <English>{labelEn}</English>
              </dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A repeated watermark, so that no part of a screenshot looks valid. */
function VoidMark({ words }: { words: string }) {
  const id = useId()
  return (
    <svg className={styles.void} aria-hidden="true">
      <pattern id={id} width="500" height="190" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
        <text x="6" y="60">
          {words}
        </text>
        <text x="256" y="155">
          {words}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

function markOf(name: string): { head: string; rest: string } {
  const at = name.indexOf(MARK_BREAK)
  return at > 0 ? { head: name.slice(0, at), rest: name.slice(at) } : { head: name, rest: '' }
}
