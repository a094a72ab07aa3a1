import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { type ReactNode, useId } from 'react'
import { Brand } from '#ui/brand.tsx'
import type { Organisation } from '../laboratory.ts'
import { useTexts } from '../texts/texts.tsx'
import styles from './certificate-card.module.css'
import { CertificateGround } from './certificate-ornaments.tsx'
import { CertificatePictures } from './certificate-pictures.tsx'
import { CertificateTable } from './certificate-table.tsx'
import { English } from './english.tsx'

export interface CertificateCardProps {
  certificate: Certificate
  organisation: Organisation
  /** Watermark of an invalid certificate, e.g. `已撤销 2026-11-05`. */
  void?: string | undefined
  /** Stamp across a certificate that failed the check against the public log. */
  stamp?: ReactNode
  /** The version that this certificate replaces. */
  replaces?: ReplacedVersion | undefined
  /** Seal and receipt, at the bottom. */
  children: ReactNode
}

/** Number of members from which a certificate uses a smaller font, to fit on one sheet. */
const DENSE_MEMBERS = 34

/** The certificate. A checkbox shows the English text without a script. */
export function CertificateCard({
  certificate,
  organisation,
  void: voidText,
  stamp,
  replaces,
  children,
}: CertificateCardProps) {
  const { certificateNo, version, category, pictures = [] } = certificate
  const texts = useTexts('card')
  const id = useId()
  const [title, titleEn] = texts.title(category)
  const [conclusion, translation] = texts.formatConclusion(certificate, styles.conclusionEn)
  return (
    <div className={styles.root}>
      {texts.toggle && (
        <>
          <input className={styles.toggle} id={id} type="checkbox" />
          <label className={styles.toggleLabel} htmlFor={id}>
            {texts.toggle}
          </label>
        </>
      )}
      <article
        className={styles.card}
        aria-label={texts.label(certificateNo, voidText)}
        data-failed={stamp ? true : undefined}
        data-void={voidText ? true : undefined}
        data-dense={Object.keys(certificate).length > DENSE_MEMBERS || undefined}
      >
        <CertificateGround />
        <div className={styles.inner}>
          <header className={styles.head}>
            <div>
              <Brand {...texts.mark(organisation)} className={styles.brand} />
              <h3 className={styles.title}>{title}</h3>
              <English className={styles.titleEn}>{titleEn}</English>
            </div>
            <div className={styles.number}>
              <small>{texts.number}</small>
              <b>{certificateNo}</b>
              <span className={styles.category}>{texts.category(category, version, replaces)}</span>
            </div>
          </header>
          <div className={styles.body} data-pictures={pictures.length > 0 || undefined}>
            <CertificatePictures pictures={pictures} />
            <div>
              <div className={styles.conclusion}>
                <small>{texts.conclusion}</small>
                <b>{conclusion}</b>
                {translation}
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
      {stamp}
    </div>
  )
}

function Signatures({ certificate }: { certificate: Certificate }) {
  const { inspector, reviewer, approver, issuedOn } = certificate
  const texts = useTexts('card')
  const values = [inspector, reviewer, approver, texts.date(issuedOn)]
  return (
    <dl className={styles.signs}>
      {texts.signs.map(
        (label, place) =>
          values[place] && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
            <div key={place}>
              <dt>{label}</dt>
              <dd>{texts.sign(values[place])}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A repeated watermark, so that every part of a screenshot is marked as invalid. */
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
