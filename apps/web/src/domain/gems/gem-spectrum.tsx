import { useMemo } from 'react'
import { toHundredths } from '#lib/format.ts'
import { type SvgShape, toSvgContent } from '#lib/html/svg-shapes.ts'
import { FIRST_NM, LAST_NM } from '#ui/figures/spectra.ts'
import { listAbsorption } from '#ui/figures/spectrum.tsx'
import { readAbsorption } from './gem-absorption.ts'
import styles from './gem-spectrum.module.css'
import { toSpectrumColour } from './spectrum-colour.ts'

export interface GemSpectrumProps {
  /** The row 吸收光谱 as printed: `683、680、637；630–580 部分吸收`. */
  text: string
  /** Form for tables: lower, with numbers at the ends only. */
  isCompact?: boolean
}

const STEP_NM = 3
const BAND_PX = 54
const COMPACT_BAND_PX = 26
/** Wavelengths with a label, nm. */
const LABELS_NM = [400, 450, 500, 550, 600, 650, 700]

/** The visible spectrum in colour, with a stone's absorption. */
export function GemSpectrum({ text, isCompact = false }: GemSpectrumProps) {
  const bandPx = isCompact ? COMPACT_BAND_PX : BAND_PX
  const labels = isCompact ? [FIRST_NM, LAST_NM] : LABELS_NM
  const bars = useMemo(
    () => toSvgContent([...COLOURS, ...listAbsorption(readAbsorption(text), 0.94, styles.dark)]),
    [text],
  )
  return (
    <svg
      className={styles.root}
      data-compact={isCompact || undefined}
      role="img"
      aria-label={`吸收光谱，${FIRST_NM}–${LAST_NM}\u00a0nm：${text}`}
    >
      <svg
        width="100%"
        height={bandPx}
        viewBox={`${FIRST_NM} 0 ${LAST_NM - FIRST_NM} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes made of numbers
        dangerouslySetInnerHTML={bars}
      />
      <svg
        y={bandPx + 3}
        width="100%"
        height="10"
        viewBox="0 0 300 10"
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path className={styles.ticks} d={TICKS} vectorEffect="non-scaling-stroke" />
      </svg>
      {labels.map((nm) => (
        <text className={styles.number} key={nm} x={`${toHundredths(((nm - FIRST_NM) / 300) * 100)}%`} y={bandPx + 25}>
          {nm}
        </text>
      ))}
    </svg>
  )
}

/** Each bar is slightly wider than its step, to avoid gaps. */
const COLOURS = Array.from({ length: (LAST_NM - FIRST_NM) / STEP_NM }, (_, index): SvgShape => {
  const nm = FIRST_NM + index * STEP_NM
  return ['rect', { x: nm, width: STEP_NM + 0.6, height: 1, fill: toSpectrumColour(nm + STEP_NM / 2) }]
})

/** Ticks every 10 nm, longer ones every 50 nm. */
const TICKS = Array.from({ length: (LAST_NM - FIRST_NM) / 10 + 1 }, (_, index) => {
  return `M${index * 10} 0v${index % 5 === 0 ? 9 : 5}`
}).join('')
