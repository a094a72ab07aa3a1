import styles from './instrument-figure.module.css'

/** Centre and half width in the unit of the axis, height from 0 to 1. */
type Peak = readonly [centre: number, halfWidth: number, height: number]

export interface SpectrumFigureProps {
  /** Alternative text of the figure. */
  label: string
  unit: string
  /** Ticks from one end of the axis to the other; they may descend, as in infrared spectra. */
  ticks: readonly number[]
  peaks: readonly Peak[]
  /** Height of the baseline, 0 to 1. */
  ground?: number
  /** Labels of important peaks: the value itself, or a text. */
  marks?: readonly (number | { at: number; text: string })[]
}

const [LEFT, RIGHT, TOP, FOOT] = [14, 266, 34, 172]
const POINTS = 360

/** A schematic spectrum: one curve above its axis. */
export function SpectrumFigure({ label, unit, ticks, peaks, ground = 0.04, marks = [] }: SpectrumFigureProps) {
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
  const toX = (value: number) => roundToTenth(LEFT + ((value - from) / (to - from)) * (RIGHT - LEFT))
  const getHeight = (value: number) =>
    peaks.reduce((sum, [centre, half, height]) => sum + height * Math.exp(-(((value - centre) / half) ** 2)), ground)
  const toY = (value: number) => roundToTenth(FOOT - Math.min(1, getHeight(value)) * (FOOT - TOP))
  const points = Array.from({ length: POINTS + 1 }, (_, index) => {
    const value = from + ((to - from) * index) / POINTS
    return { x: toX(value), y: toY(value) }
  })
  // Most of a spectrum is flat: a point between two of the same height changes nothing. Steps are shorter than positions.
  const curve = points
    .filter(({ y }, index) => y !== points[index - 1]?.y || y !== points[index + 1]?.y)
    .map(({ x, y }, index, corners) => {
      const last = corners[index - 1]
      return last ? `${roundToTenth(x - last.x)} ${roundToTenth(y - last.y)}` : `${x} ${y}l`
    })
    .join(' ')
  return (
    <svg className={styles.plot} viewBox="0 0 280 210" role="img" aria-label={label}>
      <path className={styles.under} d={`M${LEFT} ${FOOT}L${curve}L${RIGHT} ${FOOT}Z`} />
      <path className={styles.curve} d={`M${curve}`} />
      <path className={styles.axis} d={`M${LEFT} 180H${RIGHT}${ticks.map((tick) => `M${toX(tick)} 180v6`).join('')}`} />
      {marks.map(toMark).map(({ at, text }) => (
        <g key={text}>
          <path className={styles.pointer} d={`M${toX(at)} ${roundToTenth(toY(at) - 4)}V${TOP - 12}`} />
          <text className={styles.reading} x={toX(at)} y={TOP - 16} textAnchor={chooseAnchor(toX(at))}>
            {text}
          </text>
        </g>
      ))}
      {ticks.map((tick, index) => (
        <text className={styles.number} key={tick} x={toX(tick)} y="200" textAnchor={chooseAnchor(toX(tick))}>
          {index === ticks.length - 1 ? `${tick}\u00a0${unit}` : tick}
        </text>
      ))}
    </svg>
  )
}

function toMark(mark: number | { at: number; text: string }) {
  return typeof mark === 'number' ? { at: mark, text: String(mark) } : mark
}

/** Anchor of a label, chosen so that the label stays inside the frame. */
function chooseAnchor(x: number): 'start' | 'middle' | 'end' {
  return x < LEFT + 16 ? 'start' : x > RIGHT - 24 ? 'end' : 'middle'
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
