import { useId } from 'react'
import { Drawing, DrawingPart } from '#ui/figures/drawing.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './certificate-ground.module.css'
import seal from './certificate-seal.module.css'

const SIDES = ['top', 'bottom', 'left', 'right'] as const

/** The security background: waves, rosette, and the guilloché bands of the four sides. */
export function CertificateGround() {
  const id = useId()
  return (
    <>
      <svg className={styles.wave} aria-hidden="true">
        <pattern id={`${id}-wave`} width="120" height="25" patternUnits="userSpaceOnUse">
          <path d={WAVE_TILE} fill="none" stroke="currentColor" strokeWidth="0.8" />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id}-wave)`} />
      </svg>
      <Drawing name="rosette" className={styles.rosette} />
      {SIDES.map((side) => (
        <svg className={styles.band} data-side={side} key={side} aria-hidden="true">
          <pattern
            id={`${id}-${side}`}
            width="42"
            height="14"
            patternUnits="userSpaceOnUse"
            // Vertical bands are the horizontal band mirrored at its diagonal.
            patternTransform={side === 'left' || side === 'right' ? 'matrix(0 1 1 0 0 0)' : undefined}
          >
            <path d={BAND_TILE} fill="none" stroke="currentColor" strokeWidth="0.55" />
          </pattern>
          <rect width="100%" height="100%" fill={`url(#${id}-${side})`} />
        </svg>
      ))}
    </>
  )
}

/** The seal as decoration; only the signed receipt is proof. */
export function CertificateSeal({ name, url }: { name: string; url: string }) {
  const id = useId()
  const texts = useTexts('card')
  if (url) return <img className={seal.root} src={url} alt={texts.seal} />
  return (
    <svg
      className={seal.root}
      viewBox="0 0 140 140"
      fill="none"
      stroke="currentColor"
      role="img"
      aria-label={texts.seal}
    >
      <circle cx="70" cy="70" r="66" strokeWidth="3" />
      <circle cx="70" cy="70" r="60" strokeWidth="0.8" />
      <path id={id} d="M22 78A49 49 0 1 1 118 78" stroke="none" />
      <text className={seal.text}>
        <textPath href={`#${id}`} startOffset="50%" textAnchor="middle">
          {name}
        </textPath>
      </text>
      <g strokeWidth="1">
        <DrawingPart name="brilliant-plan" x={48} y={46} width={44} height={44} />
      </g>
      <text className={seal.text} x="70" y="112" textAnchor="middle">
        检测专用章
      </text>
    </svg>
  )
}

/** Path data of one tile of the border band, 42 × 14 px; line width 0.55. */
const BAND_TILE =
  'M0 7c1.8 1.7 3.5 3.4 5.3 4.6s3.5 1.8 5.2 1.8s3.5-.7 5.3-1.8s3.4-2.9 5.2-4.6s3.5-3.4 5.3-4.6s3.4-1.8 5.2-1.8s3.5.7 5.3 1.8s3.5 2.9 5.2 4.6M0 7c1.8-1.7 3.5-3.4 5.3-4.6s3.5-1.8 5.2-1.8s3.5.7 5.3 1.8s3.4 2.9 5.2 4.6s3.5 3.4 5.3 4.6s3.4 1.8 5.2 1.8s3.5-.7 5.3-1.8s3.5-2.9 5.2-4.6M0 11.6c1.8 1.2 3.5 1.8 5.3 1.8s3.5-.7 5.2-1.8s3.5-2.9 5.3-4.6s3.4-3.4 5.2-4.6s3.5-1.8 5.3-1.8s3.4.7 5.2 1.8s3.5 2.9 5.3 4.6s3.5 3.4 5.2 4.6M0 2.4c1.8-1.2 3.5-1.8 5.3-1.8s3.5.7 5.2 1.8s3.5 2.9 5.3 4.6s3.4 3.4 5.2 4.6s3.5 1.8 5.3 1.8s3.4-.7 5.2-1.8s3.5-2.9 5.3-4.6s3.5-3.4 5.2-4.6M0 13.4c1.8 0 3.5-.7 5.3-1.8s3.5-2.9 5.2-4.6s3.5-3.4 5.3-4.6s3.4-1.8 5.2-1.8s3.5.7 5.3 1.8s3.4 2.9 5.2 4.6s3.5 3.4 5.3 4.6s3.5 1.8 5.2 1.8M0 .6c1.8 0 3.5.7 5.3 1.8s3.5 2.9 5.2 4.6s3.5 3.4 5.3 4.6s3.4 1.8 5.2 1.8s3.5-.7 5.3-1.8s3.4-2.9 5.2-4.6s3.5-3.4 5.3-4.6s3.5-1.8 5.2-1.8M0 11.6c1.8-1.2 3.5-2.9 5.3-4.6s3.5-3.4 5.2-4.6s3.5-1.8 5.3-1.8s3.4.7 5.2 1.8s3.5 2.9 5.3 4.6s3.4 3.4 5.2 4.6s3.5 1.8 5.3 1.8s3.5-.7 5.2-1.8M0 2.4c1.8 1.2 3.5 2.9 5.3 4.6s3.5 3.4 5.2 4.6s3.5 1.8 5.3 1.8s3.4-.7 5.2-1.8s3.5-2.9 5.3-4.6s3.4-3.4 5.2-4.6s3.5-1.8 5.3-1.8s3.5.7 5.2 1.8'
/** Path data of one tile of the wave background, 120 × 25 px. */
const WAVE_TILE =
  'M0 8c5 1.6 10 3.1 15 4.2s10 1.8 15 1.8s10-.6 15-1.8s10-2.6 15-4.2s10-3.1 15-4.2s10-1.8 15-1.8s10 .6 15 1.8s10 2.6 15 4.2M0 15.1c5 1.5 10 2.7 15 3.4s10 .7 15 .1s10-1.7 15-3.1s10-3.1 15-4.6s10-2.7 15-3.4s10-.7 15-.1s10 1.7 15 3.1s10 3.1 15 4.6M0 22c5 1.2 10 1.9 15 2s10-.5 15-1.5s10-2.5 15-4.1s10-3.2 15-4.4s10-1.9 15-2s10 .5 15 1.5s10 2.5 15 4.1s10 3.2 15 4.4M0 28.3c5 .7 10 .9 15 .4s10-1.5 15-2.9s10-3 15-4.5s10-2.9 15-3.6s10-.9 15-.4s10 1.5 15 2.9s10 3 15 4.5s10 2.9 15 3.6M0 33.9c5 .2 10-.2 15-1.1s10-2.5 15-4s10-3.2 15-4.5s10-2 15-2.2s10 .2 15 1.1s10 2.5 15 4s10 3.2 15 4.5s10 2 15 2.2'
