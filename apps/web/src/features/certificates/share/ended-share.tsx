import { ScanSearch, TriangleAlert } from '@lucide/icons'
import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './share-page.module.css'

/** Explains why a share shows no certificate. */
export function EndedShare({ share }: { share: SharedResult }) {
  const texts = useTexts('sharePage')
  const { title, text, warning } = texts.ended(share, <b className={styles.number}>{share.certificateNo}</b>)
  return (
    <section className={styles.ended}>
      <Drawing name="bi-disc" className={styles.endedDrawing} />
      <h2 className={styles.endedTitle}>{title}</h2>
      <p>{text}</p>
      {warning && (
        <p className={styles.warning}>
          <Icon of={TriangleAlert} sizePx={18} />
          {warning}
        </p>
      )}
      <div className={styles.actions}>
        <ButtonLink icon={ScanSearch} to={texts.lookupPath}>
          {texts.lookUp}
        </ButtonLink>
        <ButtonLink variant="outline" to="/contact-us">
          {texts.contact}
        </ButtonLink>
      </div>
    </section>
  )
}
