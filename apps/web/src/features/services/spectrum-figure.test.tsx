import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SpectrumFigure } from './spectrum-figure.tsx'

/** Returns the corners of a path of one start and steps from there. */
function listCorners(path: string): [x: number, y: number][] {
  const [start = '', steps = ''] = path.slice(1).split('l')
  let [x = 0, y = 0] = start.split(' ').map(Number)
  const corners: [number, number][] = [[x, y]]
  const numbers = steps.trim().split(' ').map(Number)
  for (let at = 0; at < numbers.length; at += 2) {
    x = Math.round((x + (numbers[at] ?? 0)) * 10) / 10
    y = Math.round((y + (numbers[at + 1] ?? 0)) * 10) / 10
    corners.push([x, y])
  }
  return corners
}

it('draws the curve along the whole axis, with the peak at its wavelength', () => {
  const { container } = render(
    <SpectrumFigure label="光谱" unit="nm" ticks={[400, 700]} peaks={[[550, 6, 0.9]]} ground={0} />,
  )
  const corners = listCorners(container.querySelectorAll('path')[1]?.getAttribute('d') ?? '')
  expect(corners[0]).toEqual([14, 172])
  expect(corners.at(-1)).toEqual([266, 172])
  const [peakX, peakY] = corners.reduce((highest, corner) => (corner[1] < highest[1] ? corner : highest))
  expect([peakX, peakY]).toEqual([140, 47.8])
  // The flat parts have no corners.
  expect(corners.length).toBeLessThan(50)
})
