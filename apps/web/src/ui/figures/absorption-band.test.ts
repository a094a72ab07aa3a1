import { expect, it } from 'vitest'
import { bandLayers } from './absorption-band.ts'

it('draws a sharp line as one bar around its wavelength', () => {
  const [bar, ...more] = bandLayers([653.5, 3, 1])
  expect(more).toEqual([])
  expect(bar?.opacity).toBe(1)
  expect(((bar?.fromNm ?? 0) + (bar?.toNm ?? 0)) / 2).toBeCloseTo(653.5)
})

it('lets a broad band fade like a Gaussian to both sides', () => {
  const layers = bandLayers([550, 30, 0.8])
  const seenAt = (nm: number) =>
    1 -
    layers
      .filter(({ fromNm, toNm }) => fromNm <= nm && nm <= toNm)
      .reduce((left, { opacity }) => left * (1 - opacity), 1)
  expect(seenAt(550)).toBeCloseTo(0.6)
  expect(seenAt(580)).toBeCloseTo(0.6 * Math.exp(-1), 1)
  expect(seenAt(520)).toBeCloseTo(seenAt(580))
  expect(seenAt(640)).toBe(0)
})
