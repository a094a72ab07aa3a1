import { classNames } from '#lib/class-names.ts'
import { toHundredths } from '#lib/format.ts'
import { type SvgShape, toSvgContent } from '#lib/html/svg-shapes.ts'
import shared from '../shared.module.css'
import { toBandLayers } from './absorption-band.ts'
import { type AbsorptionLine, FIRST_NM, LAST_NM, SPECTRA, type StoneName } from './spectra.ts'
import styles from './spectrum.module.css'

export interface SpectrumBarsProps {
  stone: StoneName
  className?: string | undefined
}

/** A stone's absorption lines from 400 to 700 nm, full width, in the text's colour. */
export function SpectrumBars({ stone, className }: SpectrumBarsProps) {
  return (
    <svg
      className={classNames(styles.bars, className)}
      viewBox={`${FIRST_NM} 0 ${LAST_NM - FIRST_NM} 1`}
      preserveAspectRatio="none"
      fill="currentColor"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes made of numbers
      dangerouslySetInnerHTML={getBars(stone)}
    />
  )
}

const knownBars = new Map<StoneName, ReturnType<typeof toSvgContent>>()

function getBars(stone: StoneName) {
  const bars = knownBars.get(stone) ?? toSvgContent(listAbsorption(SPECTRA[stone].lines))
  knownBars.set(stone, bars)
  return bars
}

/** Absorption lines as rectangles: x in nm, height 1. */
export function listAbsorption(lines: readonly AbsorptionLine[], strength = 1, className?: string): SvgShape[] {
  return lines.flatMap(toBandLayers).map(({ fromNm, toNm, opacity }) => {
    const [x, width] = [toHundredths(fromNm), toHundredths(toNm - fromNm)]
    const own = className === undefined ? {} : { class: className }
    return ['rect', { ...own, x, width, height: 1, opacity: toHundredths(opacity * strength) }]
  })
}

/** A rule above a section with one stone's lines and their name; each stone is used once on a page. */
export function SpectrumDivider({ stone, className }: SpectrumBarsProps) {
  const { name, keyNm } = SPECTRA[stone]
  return (
    <div className={classNames(styles.divider, className)} aria-hidden="true">
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

/** An axis from 400 to 700 nm for `SpectrumBars` of the same width: ticks every 5 nm, labels every 50. */
export function SpectrumAxis({ className }: { className?: string | undefined }) {
  return (
    <div className={classNames(styles.axis, className)} aria-hidden="true">
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
