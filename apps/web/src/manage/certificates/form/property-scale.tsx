import type { Comparison, OtherSpecies } from '@portal/contract/certificates/rules/comparison.ts'
import type { PublishedRange } from '@portal/contract/certificates/rules/published-range.ts'
import { PROPERTIES } from '@portal/contract/certificates/rules/readings.ts'
import styles from './comparison.module.css'
import { computeBars, createScale, listScaleNumbers, SCALE_WIDTH, type Scale, toScaleX } from './scale-geometry.ts'

interface PropertyScaleProps {
  name: string
  comparison: Comparison
  constant: PublishedRange
  /** Species that fit the reading, when this one does not. */
  others: readonly OtherSpecies[]
  /** Accessible description of the result. */
  label: string
}

/** Height of a row for another species, px. */
const ROW = 28

/** A scale with the published range of a property, its tolerance, other species, and the readings as triangles. */
export function PropertyScale({ name, comparison, constant, others, label }: PropertyScaleProps) {
  const readings = toMarks(comparison)
  const { member, isFitting } = comparison
  const scale = createScale(
    member,
    constant,
    readings.map(({ value }) => value),
  )
  const axis = others.length > 0 ? 76 + ROW * (others.length - 1) : readings.length > 0 ? 60 : 30
  const { solid, pale } = computeBars(constant)
  return (
    <svg className={styles.scale} viewBox={`0 0 ${SCALE_WIDTH} ${axis + 24}`} role="img" aria-label={label}>
      <Axis scale={scale} y={axis} />
      {pale && <Bar scale={scale} of={pale} y={axis - 12} height={12} kind="pale" />}
      <Bar scale={scale} of={solid} y={axis - 16} height={16} kind="solid" />
      {readings.map(({ value, words, anchor }) => {
        const x = toScaleX(scale, value)
        return (
          <g className={styles.reading} data-warned={isFitting === false || undefined} key={words}>
            <path d={`M${x} ${axis}V20`} />
            <path className={styles.head} d={`M${x} 24l-5 -8h10z`} />
            <text x={x} y={11} textAnchor={anchor}>
              {words}
            </text>
          </g>
        )
      })}
      {others.length > 0 && (
        <BarName scale={scale} of={solid} y={axis - 21} kind="solid">
          {name}
        </BarName>
      )}
      {others.map(({ species }, at) => {
        const other = PROPERTIES[member].getConstant(species)
        if (!other) return null
        const range: [number, number] = [other.least, other.most]
        const y = axis - 36 - ROW * at - 8
        return (
          <g key={species.names[0]}>
            <Bar scale={scale} of={range} y={y} height={8} kind="other" />
            <BarName scale={scale} of={range} y={y - 4} kind="other">
              {species.names[0]}
            </BarName>
          </g>
        )
      })}
    </svg>
  )
}

interface Mark {
  value: number
  words: string
  anchor: 'start' | 'middle' | 'end'
}

function toMarks({ reading }: Comparison): Mark[] {
  if (reading === null || reading.kind === 'none') return []
  if (reading.kind === 'over') return [{ value: reading.value, words: `>${reading.value}`, anchor: 'middle' }]
  const { from, to, isSpot, text } = reading
  const [lesser = '', greater = ''] = text.split('–')
  if (from === to) return [{ value: from, words: isSpot ? `${lesser}（点测）` : lesser, anchor: 'middle' }]
  return [
    { value: from, words: lesser, anchor: 'end' },
    { value: to, words: greater, anchor: 'start' },
  ]
}

/** Number of ticks between two numbers: halves for hardness, fifths for others. */
const countTicks = ({ step }: Scale) => (step === 1 ? 2 : 5)

function Axis({ scale, y }: { scale: Scale; y: number }) {
  const numbers = listScaleNumbers(scale)
  const minor = numbers.slice(0, -1).flatMap((number) =>
    Array.from({ length: countTicks(scale) - 1 }, (_, at) => {
      const x = toScaleX(scale, number + (scale.step * (at + 1)) / countTicks(scale))
      return `M${x} ${y}v-5`
    }),
  )
  return (
    <>
      <path
        className={styles.ticks}
        d={`M${toScaleX(scale, scale.from)} ${y}H${toScaleX(scale, scale.to)}${minor.join('')}`}
      />
      <path className={styles.longTicks} d={numbers.map((number) => `M${toScaleX(scale, number)} ${y}v-11`).join('')} />
      {numbers.map((number) => (
        <text key={number} x={toScaleX(scale, number)} y={y + 17} textAnchor="middle">
          {number.toFixed(scale.digits)}
        </text>
      ))}
    </>
  )
}

type BarKind = 'solid' | 'pale' | 'other'

interface BarProps {
  scale: Scale
  of: readonly [from: number, to: number]
  y: number
  kind: BarKind
}

function Bar({ scale, of: [from, to], y, height, kind }: BarProps & { height: number }) {
  const x = toScaleX(scale, from)
  const width = Math.max(2, toScaleX(scale, to) - x)
  return <rect className={styles.bar} data-kind={kind} x={x} y={y} width={width} height={height} />
}

/** Minimum width of a bar with its name in the middle, px. */
const NAME_ROOM = 80
/** Width of a character of a name, px. */
const EM = 12

/** The name of a bar: over the middle of the species' own bar; after the bar of another species, or over its end where it does not fit. */
function BarName({ scale, of: [from, to], y, kind, children = '' }: BarProps & { children: string | undefined }) {
  const [start, end] = [toScaleX(scale, from), toScaleX(scale, to)]
  const isBehind = kind === 'other' && end + 5 + EM * children.length < SCALE_WIDTH
  const middle = Math.min(SCALE_WIDTH - NAME_ROOM / 2, Math.max(NAME_ROOM / 2, (start + end) / 2))
  const place = isBehind
    ? ({ x: end + 5, y: y + 13, textAnchor: 'start' } as const)
    : kind === 'other'
      ? ({ x: end, y, textAnchor: 'end' } as const)
      : ({ x: middle, y, textAnchor: 'middle' } as const)
  return (
    <text className={styles.barName} data-kind={kind} {...place}>
      {children}
    </text>
  )
}
