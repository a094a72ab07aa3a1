import styles from '../log-page.module.css'

/** Layers from the bottom, one for each entry: thickness in the units of the view box, opacity, and grain. */
const LAYERS: readonly (readonly [thickness: number, opacity: number, grain?: 'wave' | 'line'])[] = [
  [16.9, 0.21, 'wave'],
  [18.5, 0.27, 'line'],
  [17.5, 0.48],
  [15.6, 0.44],
  [24.2, 0.38, 'wave'],
  [19, 0.48, 'wave'],
  [23.2, 0.14, 'line'],
  [18.1, 0.25],
  [17, 0.48],
  [23.3, 0.39],
  [20.7, 0.49],
  [22.9, 0.28],
  [24.4, 0.13],
]
const BOTTOM = 266
const HEIGHT = 300

export interface Core {
  /** Number of entries, at most 13. */
  entries: number
  /** Text below the core. */
  text: string
}

export interface CoresFigureProps {
  /** Accessible name. */
  label: string
  /** Cores from left to right, none longer than the one before. */
  cores: readonly Core[]
  /** Index of the first rewritten layer of the first core, from 0 at the bottom. */
  rewritten?: number
  width: number
  coreWidth: number
}

/** Checkpoints of one log as drill cores: the common part of two checkpoints has the same layers. */
export function CoresFigure({ label, cores, rewritten, width, coreWidth }: CoresFigureProps) {
  const gap = (width - coreWidth * cores.length) / Math.max(1, cores.length - 1)
  const getLeft = (at: number) => at * (coreWidth + gap)
  return (
    <svg className={styles.cores} viewBox={`0 -18 ${width} ${HEIGHT + 18}`} role="img" aria-label={label}>
      {cores.map((core, at) => (
        <g key={core.text}>
          <CoreShape left={getLeft(at)} width={coreWidth} core={core} rewritten={at === 0 ? rewritten : undefined} />
          {at > 0 && (
            <path className={styles.correlation} d={drawCorrelation(core.entries, getLeft(at) - gap, gap, rewritten)} />
          )}
        </g>
      ))}
      {rewritten !== undefined && (
        <path className={styles.mismatch} d={`M${coreWidth + 4} ${getMiddle(rewritten)}H${coreWidth + gap - 4}`} />
      )}
    </svg>
  )
}

interface CoreShapeProps {
  left: number
  width: number
  core: Core
  rewritten: number | undefined
}

function CoreShape({ left, width, core: { entries, text }, rewritten }: CoreShapeProps) {
  const middle = left + width / 2
  return (
    <>
      {LAYERS.slice(0, entries).map(([thickness, opacity, grain], at) => {
        const top = getTop(at)
        const isRewritten = at === rewritten
        return (
          <g key={top}>
            <path
              className={styles.layer}
              data-rewritten={isRewritten || undefined}
              fillOpacity={isRewritten ? 0.85 : opacity}
              d={`M${left} ${top}h${width}v${thickness}h-${width}z`}
            />
            {grain && !isRewritten && (
              <path className={styles.grain} d={drawGrain(grain, left, getMiddle(at), width)} />
            )}
          </g>
        )
      })}
      <path className={styles.edge} d={`M${left} ${BOTTOM}V${getTop(entries - 1)}h${width}V${BOTTOM}z`} />
      <text className={styles.coreSize} x={middle} y={getTop(entries - 1) - 10} textAnchor="middle">
        {entries} 条
      </text>
      <text className={styles.coreName} x={middle} y="288" textAnchor="middle">
        {text}
      </text>
    </>
  )
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10

function getTop(layer: number): number {
  return roundToTenth(BOTTOM - LAYERS.slice(0, layer + 1).reduce((sum, [thickness]) => sum + thickness, 0))
}

function getMiddle(layer: number): number {
  return roundToTenth(getTop(layer) + (LAYERS[layer]?.[0] ?? 0) / 2)
}

function drawGrain(grain: 'wave' | 'line', left: number, y: number, width: number): string {
  if (grain === 'line') return `M${left} ${y}h${width}`
  const wave = roundToTenth(width / 16)
  return `M${left} ${y}q${wave / 2}-3 ${wave} 0${`t${wave} 0`.repeat(15)}`
}

/** Lines between two cores at the tops of their common layers; rewritten layers have none. */
function drawCorrelation(entries: number, left: number, gap: number, rewritten: number | undefined): string {
  const tops = Array.from({ length: entries }, (_, at) => at).filter((at) => at !== rewritten && at + 1 !== rewritten)
  return tops.map((at) => `M${left + 4} ${getTop(at)}h${gap - 8}`).join('')
}
