import styles from './scale-bar.module.css'

/** Lengths that a bar may show, mm. */
const LENGTHS_MM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
/** The bar takes at most this part of the picture's width. */
const WIDEST = 0.45
const DIVISIONS = 10

/**
 * How long things are on a picture that is as wide as the bar's box.
 * @param widthMm what the picture's whole width shows
 */
export function ScaleBar({ widthMm }: { widthMm: number }) {
  const lengthMm = LENGTHS_MM.findLast((length) => length <= widthMm * WIDEST)
  if (lengthMm === undefined) return null
  const share = (lengthMm / widthMm) * 100
  return (
    <svg className={styles.root} role="img" aria-label={`比例尺 ${lengthMm} 毫米`}>
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
