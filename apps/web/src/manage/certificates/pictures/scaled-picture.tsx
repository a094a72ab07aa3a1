import { ScaleBar } from '#domain/certificates/scale-bar.tsx'
import styles from './scaled-picture.module.css'

interface ScaledPictureProps {
  src: string
  alt: string
  /** Width of the pictured area, mm; a scale is drawn only for a positive number. */
  widthMm: number
}

/** A picture in a box, with a scale bar of the picture's own width below it. */
export function ScaledPicture({ src, alt, widthMm }: ScaledPictureProps) {
  return (
    <span className={styles.root}>
      <img className={styles.picture} src={src} alt={alt} draggable={false} />
      <span className={styles.scale}>{widthMm > 0 && Number.isFinite(widthMm) && <ScaleBar widthMm={widthMm} />}</span>
    </span>
  )
}
