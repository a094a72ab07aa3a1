import { bandTilePath, waveTilePath } from 'virtual:drawings'
import { useId } from 'react'
import { Drawing } from '#ui/figures/drawing.tsx'
import styles from './certificate-ground.module.css'

const SIDES = ['top', 'bottom', 'left', 'right'] as const

/** The security background: waves, rosette, and the guilloché bands of the four sides. */
export function CertificateGround() {
  const id = useId()
  return (
    <>
      <svg className={styles.wave} aria-hidden="true">
        <pattern id={`${id}-wave`} width="120" height="25" patternUnits="userSpaceOnUse">
          <path d={waveTilePath} fill="none" stroke="currentColor" strokeWidth="0.8" />
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
            // Vertical bands are the horizontal one, mirrored at its diagonal.
            patternTransform={side === 'left' || side === 'right' ? 'matrix(0 1 1 0 0 0)' : undefined}
          >
            <path d={bandTilePath} fill="none" stroke="currentColor" strokeWidth="0.55" />
          </pattern>
          <rect width="100%" height="100%" fill={`url(#${id}-${side})`} />
        </svg>
      ))}
    </>
  )
}
