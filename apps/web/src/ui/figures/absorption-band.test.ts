import { expect, it } from 'vitest'
import { toBandLayers } from './absorption-band.ts'

it('draws a sharp line as one bar around its wavelength', () => {
  const [bar, ...more] = toBandLayers([653.5, 3, 1])
  expect(more).toEqual([])
  expect(bar?.opacity).toBe(1)
  expect(((bar?.fromNm ?? 0) + (bar?.toNm ?? 0)) / 2).toBeCloseTo(653.5)
})

it('lets a broad band fade like a Gaussian to both sides', () => {
  const layers = toBandLayers([550, 30, 0.8])
  const computeOpacity = (nm: number) =>
    1 -
    layers
      .filter(({ fromNm, toNm }) => fromNm <= nm && nm <= toNm)
      .reduce((left, { opacity }) => left * (1 - opacity), 1)
  expect(computeOpacity(550)).toBeCloseTo(0.6)
  expect(computeOpacity(580)).toBeCloseTo(0.6 * Math.exp(-1), 1)
  expect(computeOpacity(520)).toBeCloseTo(computeOpacity(580))
  expect(computeOpacity(640)).toBe(0)
})
