import { ScaleBar } from '#domain/certificates/scale-bar.tsx'
import styles from './scaled-picture.module.css'

interface ScaledPictureProps {
  src: string
  alt: string
  /** Of what the picture shows, mm; no scale is drawn for anything but a positive number. */
  widthMm: number
}

/** A picture in a box, its scale bar below it in the picture's own width. */
export function ScaledPicture({ src, alt, widthMm }: ScaledPictureProps) {
  return (
    <span className={styles.root}>
      <img className={styles.picture} src={src} alt={alt} draggable={false} />
      <span className={styles.scale}>{widthMm > 0 && Number.isFinite(widthMm) && <ScaleBar widthMm={widthMm} />}</span>
    </span>
  )
}
