import type { Spectrum } from './spectrum.ts'

interface Axis {
  /** Quantity, in Chinese or as the file has it. */
  name: string
  /** Unit; empty for a pure number or an unknown one. */
  unit: string
}

export interface SpectrumAxes {
  x: Axis & {
    /** The values descend from left to right, as is usual for wavenumbers of infrared spectra. */
    isReversed: boolean
  }
  y: Axis
  /** Bands are minima, e.g. of a transmittance. */
  hasValleys: boolean
  /** The file does not name the unit of the positions: it is that of the named instrument. */
  isAssumed: boolean
}

/** Names of a raw record, which tell what a file without units is. */
export interface RecordNames {
  fileName: string
  instrument: string | null
}

const WAVENUMBER: Axis = { name: '波数', unit: 'cm⁻¹' }
const RAMAN_SHIFT: Axis = { name: '拉曼位移', unit: 'cm⁻¹' }
const NANOMETRES: Axis = { name: '波长', unit: 'nm' }

/** Units of positions by their spellings, the more particular first. */
const X_UNITS: readonly (readonly [RegExp, Axis])[] = [
  [/1\s*\/\s*cm|cm\s*\^?\s*\(?[-−–]\s*1|cm⁻¹|wave\s*number|raman\s*shift|波数|拉曼位移/i, WAVENUMBER],
  [/micromet|micron|[µμ]m|(?:^|[^a-z])um(?:[^a-z]|$)|微米/i, { name: '波长', unit: 'µm' }],
  [/(?:^|[^a-z])nm(?:[^a-z]|$)|nanomet|wavelength|波长|纳米/i, NANOMETRES],
  [/(?:^|[^a-z])kev(?:[^a-z]|$)/i, { name: '能量', unit: 'keV' }],
  [/(?:^|[^a-z])ev(?:[^a-z]|$)|electron\s*volt/i, { name: '能量', unit: 'eV' }],
]

/** Quantities of values by their spellings. */
const Y_NAMES: readonly (readonly [RegExp, string])[] = [
  [/absorbance|吸光度/i, '吸光度'],
  [/transm|透[射过]|%\s*t\b|\bt\s*[(（]?\s*%/i, '透射比'],
  [/reflect|反射/i, '反射比'],
  [/kubelka/i, 'Kubelka–Munk 值'],
  [/counts?\b|计数/i, '计数'],
  [/arbitrary|intens|强度|\ba\.?u\b/i, '强度'],
]

/** Units of instruments whose files name none, with the range in which the numbers must be. */
const INSTRUMENT_UNITS: readonly (readonly [RegExp, Axis, from: number, to: number])[] = [
  [/raman|拉曼/i, RAMAN_SHIFT, -500, 10_000],
  [/红外|infrared|ft-?ir/i, WAVENUMBER, 10, 25_000],
  [/紫外|可见|uv/i, NANOMETRES, 150, 3500],
]
/** Positions of an assumed unit must reach beyond this number: smaller ones are micrometres or electronvolts. */
const ASSUMED_REACH = 100

/** Decides what the axes show, from units and titles in the file, else from the names of file and instrument. */
export function describeAxes(spectrum: Spectrum, { fileName, instrument }: RecordNames): SpectrumAxes {
  const { xLabel, yLabel, header, measurement } = spectrum
  const names = `${measurement}\n${header}\n${xLabel}\n${fileName}\n${instrument ?? ''}`
  const isRaman = /raman|拉曼/i.test(names)
  const written = findMatch(X_UNITS, xLabel) ?? findMatch(X_UNITS, header)
  const stated = written === WAVENUMBER && isRaman ? RAMAN_SHIFT : written
  const assumed = stated ? undefined : assumeUnit(spectrum, names)
  const x = stated ?? assumed ?? { name: clean(xLabel) || '横坐标', unit: '' }
  const y = {
    name: findMatch(Y_NAMES, yLabel) ?? (clean(yLabel) || '纵坐标'),
    unit: /%|percent/i.test(yLabel) ? '%' : '',
  }
  return {
    x: { ...x, isReversed: x === WAVENUMBER },
    y,
    hasValleys: y.name === '透射比' || (y.name === '反射比' && x === NANOMETRES),
    isAssumed: assumed !== undefined,
  }
}

/** Finds the unit that the named instrument uses, if the positions can be such numbers. */
function assumeUnit({ xs }: Spectrum, names: string): Axis | undefined {
  const ends = [xs[0] ?? 0, xs.at(-1) ?? 0]
  const [least, greatest] = [Math.min(...ends), Math.max(...ends)]
  const found = INSTRUMENT_UNITS.find(([spelling]) => spelling.test(names))
  if (!found || greatest < ASSUMED_REACH) return undefined
  const [, axis, from, to] = found
  return least >= from && greatest <= to ? axis : undefined
}

function findMatch<T>(table: readonly (readonly [RegExp, T])[], text: string): T | undefined {
  return table.find(([spelling]) => spelling.test(text))?.[1]
}

const clean = (label: string) => label.replace(/\s+/g, ' ').trim().slice(0, 24)

/** Joins name and unit: `波数（cm⁻¹）`. */
export const formatAxis = ({ name, unit }: Axis) => (unit ? `${name}（${unit}）` : name)
