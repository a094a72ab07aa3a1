import type { Certificate, CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import { type MouseEvent, Suspense, useState } from 'react'
import { ScaleBar } from '#domain/certificates/scale-bar.tsx'
import { lazyPart } from '#lib/lazy-part.ts'
import type { FigurePicture } from '#ui/figures/figure-pictures.ts'
import shared from '#ui/shared.module.css'
import styles from './certificate-pictures.module.css'

const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

/** The first picture with its scale, and thumbnails of the others; each opens enlarged. */
export function CertificatePictures({ pictures }: { pictures: NonNullable<Certificate['pictures']> }) {
  const [opened, setOpened] = useState<FigurePicture>()
  const [first, ...others] = pictures
  if (!first) return null
  const open = (event: MouseEvent, picture: CertificatePicture, place: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpened({ src: picture.url, alt: nameOf(picture, place), caption: captionOf(picture, place) })
  }
  return (
    <div className={styles.root}>
      <figure className={styles.figure}>
        <PictureLink picture={first} place={0} onOpen={open} />
        <figcaption className={shared.tiny}>
          {typeof first.widthMm === 'number' && <ScaleBar widthMm={first.widthMm} />}
          <span>{nameOf(first, 0)}</span>
        </figcaption>
      </figure>
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((picture, index) => (
            <li key={picture.url}>
              <PictureLink picture={picture} place={index + 1} onOpen={open} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{opened && <FigureViewer picture={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </div>
  )
}

interface PictureLinkProps {
  picture: CertificatePicture
  place: number
  onOpen: (event: MouseEvent, picture: CertificatePicture, place: number) => void
}

/** Without scripts the link opens the picture. */
function PictureLink({ picture, place, onOpen }: PictureLinkProps) {
  return (
    <a
      className={styles.link}
      href={picture.url}
      aria-label={`放大查看：${nameOf(picture, place)}`}
      onClick={(event) => onOpen(event, picture, place)}
    >
      <img className={styles.picture} src={picture.url} alt={nameOf(picture, place)} />
    </a>
  )
}

function nameOf({ caption }: CertificatePicture, place: number): string {
  return caption?.trim() || (place === 0 ? '样品影像' : `样品影像 ${place + 1}`)
}

function captionOf(picture: CertificatePicture, place: number): string {
  const { widthMm } = picture
  return nameOf(picture, place) + (typeof widthMm === 'number' ? `（画面宽 ${widthMm} mm）` : '')
}
