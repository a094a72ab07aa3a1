import type { Certificate, CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import { type MouseEvent, Suspense, useState } from 'react'
import { ScaleBar } from '#domain/certificates/scale-bar.tsx'
import { lazyPart } from '#lib/lazy-part.ts'
import type { FigurePicture } from '#ui/figures/figure-pictures.ts'
import shared from '#ui/shared.module.css'
import { useTexts } from '../texts/texts.tsx'
import styles from './certificate-pictures.module.css'

const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

/** The first picture with its scale, and thumbnails of the others; each opens enlarged. */
export function CertificatePictures({ pictures }: { pictures: NonNullable<Certificate['pictures']> }) {
  const texts = useTexts('card')
  const [opened, setOpened] = useState<FigurePicture>()
  const [first, ...others] = pictures
  if (!first) return null
  const open = (event: MouseEvent, picture: CertificatePicture, place: number) => {
    if (!texts.hasViewer || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const name = texts.picture(picture.caption, place)
    const { url: src, widthMm } = picture
    setOpened({ src, alt: name, caption: typeof widthMm === 'number' ? texts.scene(name, widthMm) : name })
  }
  return (
    <div className={styles.root}>
      <figure className={styles.figure}>
        <PictureLink picture={first} place={0} onOpen={open} />
        <figcaption className={shared.tiny}>
          {typeof first.widthMm === 'number' && <ScaleBar widthMm={first.widthMm} formatLabel={texts.scale} />}
          <span>{texts.picture(first.caption, 0)}</span>
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

/** A link, so that the picture opens without scripts. */
function PictureLink({ picture, place, onOpen }: PictureLinkProps) {
  const texts = useTexts('card')
  const name = texts.picture(picture.caption, place)
  return (
    <a
      className={styles.link}
      href={picture.url}
      aria-label={texts.enlarge(name)}
      onClick={(event) => onOpen(event, picture, place)}
    >
      <img className={styles.picture} src={picture.url} alt={name} />
    </a>
  )
}
