import type { Certificate, CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import { type MouseEvent, Suspense, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import type { FigurePicture } from '#ui/figures/figure-pictures.ts'
import shared from '#ui/shared.module.css'
import styles from './certificate-pictures.module.css'
import scale from './scale-bar.module.css'

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

/** Possible lengths of the bar, mm. */
const LENGTHS_MM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
/** Greatest share of the picture's width. */
const WIDEST = 0.45
const DIVISIONS = 10

/** A scale bar for a picture of its container's width. @param widthMm width of the scene shown */
export function ScaleBar({ widthMm }: { widthMm: number }) {
  const lengthMm = LENGTHS_MM.findLast((length) => length <= widthMm * WIDEST)
  if (lengthMm === undefined) return null
  const share = (lengthMm / widthMm) * 100
  return (
    <svg className={scale.root} role="img" aria-label={`比例尺 ${lengthMm} 毫米`}>
      <line x1="0.5" x2={percent(share)} y1="17.5" y2="17.5" />
      {Array.from({ length: DIVISIONS + 1 }, (_, index) => {
        const x = index === 0 ? '0.5' : percent((share * index) / DIVISIONS)
        return <line key={x} x1={x} x2={x} y1="17.5" y2={index % 5 === 0 ? '10' : '13.5'} />
      })}
      <text x={percent(share / 2)} y="8" textAnchor="middle">
        {lengthMm} mm
      </text>
    </svg>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100) / 100}%`
}
