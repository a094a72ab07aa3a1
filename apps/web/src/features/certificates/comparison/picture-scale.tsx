import type { CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import shared from '#ui/shared.module.css'
import { ScaleBar } from '../card/scale-bar.tsx'
import styles from './step-fields.module.css'

/** The picture of the tested sample with its scale. */
export function PictureScale({ picture: { url, caption, widthMm } }: { picture: CertificatePicture }) {
  return (
    <figure className={styles.figure}>
      <img className={styles.picture} src={url} alt={caption || '样品影像'} loading="lazy" />
      <figcaption className={shared.note}>
        {typeof widthMm === 'number' && <ScaleBar widthMm={widthMm} />}
        <span>
          {caption || '样品影像'}
          {typeof widthMm === 'number' && `，画面宽 ${widthMm}\u00a0mm`}
        </span>
      </figcaption>
    </figure>
  )
}
