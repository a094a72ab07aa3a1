import type { ReactNode } from 'react'
import { DrawingPart } from '#ui/figures/drawing.tsx'
import { SpectrumAxis, SpectrumBars } from '#ui/figures/spectrum.tsx'
import styles from './instrument-figure.module.css'

/** Centre and radius of a field of view in a plot of 280 × 210. */
const [X, Y, RADIUS] = [140, 105, 98]

/** Path of the part of the field above a horizontal line. */
function drawSegment(y: number): string {
  const half = Math.round(Math.sqrt(RADIUS ** 2 - (y - Y) ** 2) * 10) / 10
  return `M${X - half} ${y}A${RADIUS} ${RADIUS} 0 ${y > Y ? 1 : 0} 1 ${X + half} ${y}Z`
}

/** Vertical position on the refractometer's scale: 1.30 at 40, 26 for each 0.1. */
const toY = (index: number) => Math.round((40 + (index - 1.3) * 260) * 10) / 10
const INDEX_TICKS = Array.from({ length: 51 }, (_, step) => {
  return `M116 ${Math.round((40 + step * 2.6) * 10) / 10}h${step % 10 === 0 ? 14 : step % 5 === 0 ? 9 : 5}`
}).join('')
const SPINEL = 1.718

/** View of a refractometer, with the shadow edge at the sample's index. */
export function RefractometerFigure() {
  const edge = toY(SPINEL)
  return (
    <Plot label="折射仪视域，明暗边界位于 1.718">
      <circle className={styles.bright} cx={X} cy={Y} r={RADIUS} />
      <path className={styles.dark} d={drawSegment(edge)} />
      <path className={styles.edge} d={`M48 ${edge}H232`} />
      <path className={styles.scale} d={INDEX_TICKS} />
      {[1.3, 1.4, 1.5, 1.6, 1.7, 1.8].map((index) => (
        <text className={styles.inField} key={index} x="108" y={toY(index) + 4} textAnchor="end">
          {index.toFixed(2)}
        </text>
      ))}
      <text className={styles.reading} x="152" y={edge + 18}>
        {SPINEL}
      </text>
      <circle className={styles.rim} cx={X} cy={Y} r={RADIUS} />
    </Plot>
  )
}

/** Rutile needles in three directions 60° apart, evenly distributed. */
const NEEDLES = Array.from({ length: 34 }, (_, index) => {
  // The golden angle fills a disc without rows.
  const radius = RADIUS * 0.86 * Math.sqrt((index + 0.5) / 34)
  const turn = index * 2.399963
  const [x, y] = [X + radius * Math.cos(turn), Y + radius * Math.sin(turn)]
  const half = 7 + ((index * 7) % 5) * 2.6
  const angle = ((index % 3) * 60 + 4) * (Math.PI / 180)
  const [dx, dy] = [half * Math.cos(angle), half * Math.sin(angle)]
  const inside = [-1, 1].every((side) => Math.hypot(x + side * dx - X, y + side * dy - Y) < RADIUS - 3)
  if (!inside) return ''
  return `M${[x - dx, y - dy].map(Math.round).join(' ')}L${[x + dx, y + dy].map(Math.round).join(' ')}`
}).join('')

export function MicroscopeFigure() {
  return (
    <Plot label="显微镜视域，三组交角约 60° 的针状包体">
      <circle className={styles.ruby} cx={X} cy={Y} r={RADIUS} />
      <path className={styles.cross} d="M42 105H238M140 7V203" />
      <path className={styles.needles} d={NEEDLES} />
      <circle className={styles.rim} cx={X} cy={Y} r={RADIUS} />
      <text className={styles.number} x="238" y="200" textAnchor="end">
        40×
      </text>
    </Plot>
  )
}

/** View of a dichroscope with the two colours of a ruby. */
export function DichroscopeFigure() {
  return (
    <Plot label="二色镜视域，两个窗口分别为紫红与橙红">
      <circle className={styles.dark} cx={X} cy={Y} r={RADIUS} />
      <path className={styles.purple} d="M84 65H138V145H84Z" />
      <path className={styles.orange} d="M142 65H196V145H142Z" />
      <circle className={styles.rim} cx={X} cy={Y} r={RADIUS} />
      <text className={styles.inField} x="111" y="165" textAnchor="middle">
        紫红
      </text>
      <text className={styles.inField} x="169" y="165" textAnchor="middle">
        橙红
      </text>
    </Plot>
  )
}

/** View of a polariscope with a single crystal at four angles: dark, bright, dark, bright. */
export function PolariscopeFigure() {
  return (
    <Plot label="正交偏光下转动单晶，0° 与 90° 全暗，45° 与 135° 明亮">
      {[0, 45, 90, 135].map((degrees, index) => {
        const [x, y] = [66 + (index % 2) * 116, 56 + Math.floor(index / 2) * 98]
        return (
          <g key={degrees}>
            <circle className={styles.night} cx={x} cy={y} r="40" />
            <path
              className={degrees % 90 === 0 ? styles.unlit : styles.lit}
              d="M-18 -11H18V11H-18Z"
              transform={`translate(${x} ${y}) rotate(${degrees})`}
            />
            <text className={styles.number} x={x + 46} y={y + 4}>
              {degrees}°
            </text>
          </g>
        )
      })}
    </Plot>
  )
}

/** View of the hand spectroscope with a ruby's lines on its scale. */
export function SpectroscopeFigure() {
  return (
    <div className={styles.slit} role="img" aria-label="分光镜中红宝石的吸收线，694 nm 处最强">
      <SpectrumBars stone="ruby" className={styles.bars} />
      <SpectrumAxis />
    </div>
  )
}

const BALANCE = [
  ['空气中', '6.680 g'],
  ['水中', '4.684 g'],
] as const

export function BalanceFigure() {
  return (
    <Plot label="天平读数，空气中 6.680 g，水中 4.684 g，密度 3.34 g/cm³">
      {BALANCE.map(([place, reading], index) => (
        <g key={place} transform={`translate(0 ${index * 62})`}>
          <path className={styles.display} d="M30 18H250V66H30Z" />
          <text className={styles.number} x="44" y="47">
            {place}
          </text>
          <text className={styles.digits} x="236" y="51" textAnchor="end">
            {reading}
          </text>
        </g>
      ))}
      <text className={styles.number} x="44" y="178">
        密度
      </text>
      <text className={styles.result} x="236" y="180" textAnchor="end">
        3.34 g/cm³
      </text>
      <path className={styles.axis} d="M30 148H250" />
    </Plot>
  )
}

/** The same stone under both ultraviolet lamps. */
export function FluorescenceFigure() {
  return (
    <Plot label="紫外灯下，长波荧光强，短波荧光弱">
      <path className={styles.night} d="M14 22H266V168H14Z" />
      <g className={styles.glow}>
        <DrawingPart name="round-brilliant" x={34} y={50} width={90} height={90} />
      </g>
      <g className={styles.dim}>
        <DrawingPart name="round-brilliant" x={156} y={50} width={90} height={90} />
      </g>
      <text className={styles.number} x="79" y="192" textAnchor="middle">
        长波 365 nm
      </text>
      <text className={styles.number} x="201" y="192" textAnchor="middle">
        短波 254 nm
      </text>
    </Plot>
  )
}

const GRADES = ['D', 'F', 'H', 'J', 'L', 'N']

/** Stones of known grade, from colourless to light yellow, and the sample between two of them. */
export function MasterStonesFigure() {
  return (
    <Plot label="比色石由 D 至 N 逐级变黄，样品在 H 与 J 之间" viewBox="0 -16 280 210">
      <g className={styles.stones}>
        {GRADES.map((grade, index) => (
          <g key={grade} transform={`translate(${14 + index * 43} 96)`}>
            <circle className={styles.tint} cx="18" cy="18" r="17" fillOpacity={index * 0.11} />
            <DrawingPart name="brilliant-plan" x={0} y={0} width={36} height={36} />
          </g>
        ))}
        <g transform="translate(121.5 38)">
          <circle className={styles.tint} cx="18" cy="18" r="17" fillOpacity="0.28" />
          <DrawingPart name="brilliant-plan" x={0} y={0} width={36} height={36} />
        </g>
      </g>
      <path className={styles.pointer} d="M139.5 80V92" />
      <text className={styles.reading} x="139.5" y="30" textAnchor="middle">
        样品
      </text>
      {GRADES.map((grade, index) => (
        <text className={styles.number} key={grade} x={32 + index * 43} y="154" textAnchor="middle">
          {grade}
        </text>
      ))}
    </Plot>
  )
}

function Plot({ label, viewBox = '0 0 280 210', children }: { label: string; viewBox?: string; children: ReactNode }) {
  return (
    <svg className={styles.plot} viewBox={viewBox} role="img" aria-label={label}>
      {children}
    </svg>
  )
}
