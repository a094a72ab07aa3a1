import { useId } from 'react'
import { DrawingPart } from '#ui/figures/drawing.tsx'
import styles from './certificate-seal.module.css'

/** The seal as decoration; the signed receipt is the proof. */
export function CertificateSeal({ name }: { name: string }) {
  const id = useId()
  return (
    <svg
      className={styles.root}
      viewBox="0 0 140 140"
      fill="none"
      stroke="currentColor"
      role="img"
      aria-label="检测专用章"
    >
      <circle cx="70" cy="70" r="66" strokeWidth="3" />
      <circle cx="70" cy="70" r="60" strokeWidth="0.8" />
      <path id={id} d="M22 78A49 49 0 1 1 118 78" stroke="none" />
      <text className={styles.text}>
        <textPath href={`#${id}`} startOffset="50%" textAnchor="middle">
          {name}
        </textPath>
      </text>
      <g strokeWidth="1">
        <DrawingPart name="brilliant-plan" x={48} y={46} width={44} height={44} />
      </g>
      <text className={styles.text} x="70" y="112" textAnchor="middle">
        检测专用章
      </text>
    </svg>
  )
}
