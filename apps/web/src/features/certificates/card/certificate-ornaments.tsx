import { useId } from 'react'
import { Drawing, DrawingPart } from '#ui/figures/drawing.tsx'
import { useCardTexts } from '../language/card-texts.ts'
import styles from './certificate-ground.module.css'
import seal from './certificate-seal.module.css'
import { BAND_TILE, WAVE_TILE } from './guilloche-paths.ts'

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
  const texts = useCardTexts()
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
