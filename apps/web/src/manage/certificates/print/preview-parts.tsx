import { encodeQR } from 'qr'
import { useId } from 'react'
import styles from './print.module.css'

/** Points in a millimetre: type is measured in points, drawings in millimetres. */
const PT = 25.4 / 72
/** A dot at 300 dpi, mm. */
const DOT = 25.4 / 300

interface WordsProps {
  x: number
  y: number
  /** pt */
  size: number
  isBold?: boolean
  isGold?: boolean
  align?: 'start' | 'middle' | 'end'
  children: string
}

/** One line of a sheet, cut to the room that it has. */
export function Words({ x, y, size, isBold, isGold, align = 'start', children }: WordsProps) {
  return (
    <text
      className={styles.words}
      data-bold={isBold || undefined}
      data-gold={isGold || undefined}
      x={x}
      y={y}
      fontSize={size * PT}
      textAnchor={align}
    >
      {children}
    </text>
  )
}

/** As many characters as a line has room for, at the width of Chinese ones. @param room mm */
export function cut(text: string, room: number, size: number): string {
  const most = Math.floor(room / (size * PT))
  let width = 0
  for (const [index, character] of [...text].entries()) {
    width += character < '\u0250' ? LATIN_WIDTH : 1
    if (width > most) return `${[...text].slice(0, Math.max(1, index - 1)).join('')}…`
  }
  return text
}

/** Of a Latin letter or digit, as part of the size. */
const LATIN_WIDTH = 0.55

/** A length with its arrows. */
export function Dimension({ from, to, at, isUpright = false, size = 2.6, label }: DimensionProps) {
  const path = isUpright
    ? `M${at} ${from}V${to}M${at - 1.2} ${from}h2.4M${at - 1.2} ${to}h2.4`
    : `M${from} ${at}H${to}M${from} ${at - 1.2}v2.4M${to} ${at - 1.2}v2.4`
  const middle = (from + to) / 2
  return (
    <g className={styles.dimension}>
      <path d={path} />
      <text
        fontSize={size}
        textAnchor="middle"
        transform={isUpright ? `translate(${at - 1.4} ${middle}) rotate(-90)` : `translate(${middle} ${at - 1.8})`}
      >
        {label}
      </text>
    </g>
  )
}

interface DimensionProps {
  from: number
  to: number
  /** Where the line runs, mm. */
  at: number
  isUpright?: boolean
  /** Of its figures, mm. */
  size?: number
  label: string
}

/** Side of a QR code with its quiet zone, mm. @param dots of a module at 300 dpi */
export const qrSide = (address: string, dots: number) => modules(address).length * dots * DOT

function modules(address: string) {
  const isShort = new TextEncoder().encode(address).length <= 62
  return encodeQR(address, 'raw', { ecc: 'medium', border: 4, ...(isShort && { version: 4 }) })
}

export function QrMark({ address, x, y, dots }: { address: string; x: number; y: number; dots: number }) {
  const rows = modules(address)
  const path = rows.flatMap((row, line) => row.flatMap((isDark, at) => (isDark ? `M${at} ${line}h1v1h-1z` : [])))
  return (
    <g transform={`translate(${x} ${y}) scale(${dots * DOT})`}>
      <rect className={styles.quiet} width={rows.length} height={rows.length} />
      <path className={styles.modules} d={path.join('')} />
    </g>
  )
}

export function SealMark({ x, y, radius, name }: { x: number; y: number; radius: number; name: string }) {
  const id = useId()
  return (
    <g className={styles.seal} transform={`translate(${x} ${y}) rotate(-9) scale(${radius / 70})`}>
      <circle r="66" strokeWidth="3" />
      <circle r="60" strokeWidth="0.8" />
      <path id={id} d="M-48 8A49 49 0 1 1 48 8" stroke="none" />
      <text fontSize="15">
        <textPath href={`#${id}`} startOffset="50%" textAnchor="middle">
          {name}
        </textPath>
      </text>
      <text fontSize="13" y="42" textAnchor="middle">
        检测专用章
      </text>
    </g>
  )
}

/** The field of the code under its foil: the code itself is shown nowhere. */
export function FoilField({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g>
      <rect className={styles.field} x={x} y={y} width="44" height="11" />
      <rect className={styles.foil} x={x + 1} y={y + 1} width="42" height="9" />
      <Words x={x + 22} y={y + 6.2} size={size} align="middle">
        核对码只印不显
      </Words>
    </g>
  )
}
