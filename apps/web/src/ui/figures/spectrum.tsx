import type { ReactElement } from 'react'
import shared from '../shared.module.css'
import { bandLayers } from './absorption-band.ts'
import { FIRST_NM, LAST_NM, SPECTRA, type StoneName } from './spectra.ts'
import styles from './spectrum.module.css'

export interface SpectrumBarsProps {
  stone: StoneName
  className?: string | undefined
}

/** A stone's absorption lines from 400 to 700 nm across the whole place, in the colour of the text around them. */
export function SpectrumBars({ stone, className }: SpectrumBarsProps) {
  return (
    <svg
      className={className ? `${styles.bars} ${className}` : styles.bars}
      viewBox={`${FIRST_NM} 0 ${LAST_NM - FIRST_NM} 1`}
      preserveAspectRatio="none"
      fill="currentColor"
      aria-hidden="true"
    >
      {barsOf(stone)}
    </svg>
  )
}

/** Made once for all pages: a stone's lines never change. */
const made = new Map<StoneName, ReactElement[]>()

function barsOf(stone: StoneName): ReactElement[] {
  const known = made.get(stone)
  if (known) return known
  const bars = SPECTRA[stone].lines
    .flatMap(bandLayers)
    .map(({ fromNm, toNm, opacity }) => (
      <rect
        key={`${fromNm} ${toNm}`}
        x={fixed(fromNm)}
        width={fixed(toNm - fromNm)}
        height="1"
        opacity={fixed(opacity)}
      />
    ))
  made.set(stone, bars)
  return bars
}

/** Two decimals, so that server and browser write the same text. */
function fixed(value: number): number {
  return Math.round(value * 100) / 100
}

/** The rule above a section: a hairline, one stone's lines on it, and what they are. One stone only once on a page. */
export function SpectrumDivider({ stone, className }: SpectrumBarsProps) {
  const { name, keyNm } = SPECTRA[stone]
  return (
    <div className={className ? `${styles.divider} ${className}` : styles.divider} aria-hidden="true">
      <div className={styles.rule}>
        <SpectrumBars stone={stone} />
      </div>
      <small className={styles.caption}>
        {name}吸收线 {`${keyNm}\u00a0nm`}
      </small>
    </div>
  )
}

const LABELS_NM = [450, 500, 550, 600, 650]
const MINOR_NM = 5

/** A scale from 400 to 700 nm that fits under `SpectrumBars` of the same width: ticks every 5, words every 50 nm. */
export function SpectrumAxis({ className }: { className?: string | undefined }) {
  return (
    <div className={className ? `${styles.axis} ${className}` : styles.axis} aria-hidden="true">
      <svg
        className={shared.fill}
        viewBox={`${FIRST_NM} 0 ${LAST_NM - FIRST_NM} 34`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={AXIS_PATH} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
      </svg>
      {LABELS_NM.map((nm, index) => (
        <span className={styles.axisLabel} key={nm}>
          {index === 0 ? `${nm}\u00a0nm` : nm}
        </span>
      ))}
    </div>
  )
}

const AXIS_PATH = Array.from({ length: (LAST_NM - FIRST_NM) / MINOR_NM + 1 }, (_, index) => {
  const nm = FIRST_NM + index * MINOR_NM
  return `M${nm} 34v-${nm % 50 === 0 ? 14 : nm % 10 === 0 ? 8 : 5}`
}).join('')
