import { expect, it } from 'vitest'
import type { Spectrum } from './spectrum.ts'
import { describeAxes, formatAxis } from './spectrum-axes.ts'

const makeSpectrum = (changes: Partial<Spectrum> = {}): Spectrum => ({
  title: '',
  measurement: '',
  xs: Float64Array.of(4000, 400),
  ys: Float64Array.of(0, 1),
  xLabel: '',
  yLabel: '',
  header: '',
  isPeakTable: false,
  hasMore: false,
  ...changes,
})
const describeWith = (changes: Partial<Spectrum>, fileName = 'a.csv', instrument: string | null = null) =>
  describeAxes(makeSpectrum(changes), { fileName, instrument })

const RAMAN = 'RAMAN SPECTRUM'

it.each<[x: Partial<Spectrum>, axis: string, isReversed: boolean]>([
  [{ xLabel: '1/CM' }, '波数（cm⁻¹）', true],
  [{ xLabel: 'Wavenumber (cm-1)' }, '波数（cm⁻¹）', true],
  [{ xLabel: 'cm^-1' }, '波数（cm⁻¹）', true],
  [{ xLabel: 'cm^(-1)' }, '波数（cm⁻¹）', true],
  [{ xLabel: 'X', header: '单位：cm⁻¹\nX,Y' }, '波数（cm⁻¹）', true],
  [{ xLabel: '波数' }, '波数（cm⁻¹）', true],
  [{ xLabel: '1/CM', measurement: RAMAN }, '拉曼位移（cm⁻¹）', false],
  [{ xLabel: 'Raman shift/cm-1' }, '拉曼位移（cm⁻¹）', false],
  [{ xLabel: 'NANOMETERS', measurement: RAMAN }, '波长（nm）', false],
  [{ xLabel: 'Wavelength (nm)' }, '波长（nm）', false],
  [{ xLabel: 'wavelength_nm' }, '波长（nm）', false],
  [{ xLabel: '波长' }, '波长（nm）', false],
  [{ xLabel: 'MICROMETERS' }, '波长（µm）', false],
  [{ xLabel: 'Wavelength (μm)' }, '波长（µm）', false],
  [{ xLabel: 'Energy (keV)' }, '能量（keV）', false],
  [{ xLabel: 'eV' }, '能量（eV）', false],
  [{ xLabel: '2θ' }, '2θ', false],
  [{}, '横坐标', false],
])('%o has the axis %s', (changes, axis, isReversed) => {
  const { x, isAssumed } = describeWith(changes)
  expect([formatAxis(x), x.isReversed, isAssumed]).toEqual([axis, isReversed, false])
})

it.each<[xs: [number, number], fileName: string, instrument: string | null, axis: string, isAssumed: boolean]>([
  [[4000, 400], 'a.csv', '红外光谱仪', '波数（cm⁻¹）', true],
  [[4000, 400], '绿松石 FTIR.dpt', null, '波数（cm⁻¹）', true],
  [[100, 3200], 'a.csv', '拉曼光谱仪', '拉曼位移（cm⁻¹）', true],
  [[220, 1000], 'a.csv', '紫外可见光谱仪', '波长（nm）', true],
  // Micrometres, electronvolts, and numbers that no such instrument writes.
  [[2.5, 25], 'a.csv', '红外光谱仪', '横坐标', false],
  [[1.5, 5], 'a.csv', '紫外可见光谱仪', '横坐标', false],
  [[0, 4095], 'a.csv', '紫外可见光谱仪', '横坐标', false],
  [[500, 900], 'a.csv', '光致发光光谱仪', '横坐标', false],
])('%o of %s, %s, without a unit has the axis %s', (xs, fileName, instrument, axis, isAssumed) => {
  const found = describeWith({ xs: Float64Array.from(xs) }, fileName, instrument)
  expect([formatAxis(found.x), found.isAssumed]).toEqual([axis, isAssumed])
})

it.each<[yLabel: string, axis: string, hasValleys: boolean]>([
  ['ABSORBANCE', '吸光度', false],
  ['Absorbance (a.u.)', '吸光度', false],
  ['TRANSMITTANCE', '透射比', true],
  ['%T', '透射比（%）', true],
  ['T%', '透射比（%）', true],
  ['T (%)', '透射比（%）', true],
  ['透过率 (%)', '透射比（%）', true],
  ['REFLECTANCE', '反射比', false],
  ['KUBELKA-MUNK', 'Kubelka–Munk 值', false],
  ['Counts', '计数', false],
  ['ARBITRARY UNITS', '强度', false],
  ['Intensity', '强度', false],
  ['信号', '信号', false],
  ['', '纵坐标', false],
])('values of %s have the axis %s', (yLabel, axis, hasValleys) => {
  const { y, hasValleys: found } = describeWith({ xLabel: '1/CM', yLabel })
  expect([formatAxis(y), found]).toEqual([axis, hasValleys])
})

it('looks for valleys in the reflectance of visible light', () => {
  expect(describeWith({ xLabel: 'nm', yLabel: '反射率' }).hasValleys).toBe(true)
})
