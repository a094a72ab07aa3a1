import styles from './lookup-field.module.css'

const DIVISIONS = 75

const SCALE = Array.from({ length: DIVISIONS + 1 }, (_, index) => {
  const x = Math.round((index * 10_000) / DIVISIONS) / 10
  return `M${x} 0v${index % 25 === 0 ? 12 : index % 5 === 0 ? 8 : 4}`
}).join('')

/** The ruler below the certificate number. */
export function LookupScale() {
  return (
    <svg className={styles.scale} viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
      <path d={SCALE} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
