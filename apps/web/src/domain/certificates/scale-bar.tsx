import scale from './scale-bar.module.css'

/** Possible lengths of the bar, mm. */
const LENGTHS_MM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
/** Maximum share of the picture's width. */
const SHARE_MAX = 0.45
const DIVISIONS = 10

interface ScaleBarProps {
  /** Width of the scene shown. */
  widthMm: number
  /** Label for screen readers. */
  formatLabel?: (lengthMm: number) => string
}

const formatChineseLabel = (lengthMm: number) => `比例尺 ${lengthMm} 毫米`

/** A scale bar below a picture that is as wide as its container. */
export function ScaleBar({ widthMm, formatLabel = formatChineseLabel }: ScaleBarProps) {
  const lengthMm = LENGTHS_MM.findLast((length) => length <= widthMm * SHARE_MAX)
  if (lengthMm === undefined) return null
  const share = (lengthMm / widthMm) * 100
  return (
    <svg className={scale.root} role="img" aria-label={formatLabel(lengthMm)}>
      <line x1="0.5" x2={toPercent(share)} y1="17.5" y2="17.5" />
      {Array.from({ length: DIVISIONS + 1 }, (_, index) => {
        const x = index === 0 ? '0.5' : toPercent((share * index) / DIVISIONS)
        return <line key={x} x1={x} x2={x} y1="17.5" y2={index % 5 === 0 ? '10' : '13.5'} />
      })}
      <text x={toPercent(share / 2)} y="8" textAnchor="middle">
        {lengthMm} mm
      </text>
    </svg>
  )
}

function toPercent(share: number): string {
  return `${Math.round(share * 100) / 100}%`
}
