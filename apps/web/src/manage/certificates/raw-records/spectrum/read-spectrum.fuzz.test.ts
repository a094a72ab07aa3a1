import { expect, it } from 'vitest'
import { findPeaks } from './find-peaks.ts'
import { drawCurve } from './plot.ts'
import { readSpectrum } from './read-spectrum.ts'
import { POINTS_MAX, SpectrumFault } from './spectrum.ts'
import { describeAxes } from './spectrum-axes.ts'

const ROUNDS = 4000
const SEED = 42

/** Creates a generator of numbers from 0 up to `end`, the same in each run (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return (end: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

const JCAMP =
  '##TITLE=a\n##JCAMP-DX=4.24\n##XUNITS=1/CM\n##XFACTOR=1\n##YFACTOR=0.1\n##FIRSTX=400\n##LASTX=411\n##NPOINTS=12\n' +
  '##XYDATA=(X++(Y..Y))\n400A0KL%m\n404A1%Ulk8\n409b0%T\n411b0\n##END=\n'
const SAMPLES = [
  JCAMP,
  JCAMP.replace(/400A[^#]*/, '400 10 12?15 15 11 11\n406+11+11+8-20-20-20\n'),
  '波数;A\n4000,5;0,1\n3998,5;0,2\n',
  'x,y\n1,2\n2,3\n3,1\n',
]
const PIECES = [
  '\n',
  '##',
  '$$',
  '=',
  ',',
  ';',
  '\t',
  ' ',
  '?',
  'Z9',
  's',
  '%',
  'J',
  'E+99',
  'e999',
  '-',
  '.',
  '"',
  '1e-320',
  '谱',
  '\0',
  '##TITLE=',
  '##NPOINTS=3',
  '(XY..XY)',
]

it('reads or refuses any damaged file, and what it reads can be drawn', () => {
  const random = createRandom(SEED)
  const pick = (from: readonly string[]) => from[random(from.length)] as string
  let readCount = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    let text = pick(SAMPLES)
    for (let left = random(5); left > 0; left -= 1) {
      const [from, to] = [random(text.length + 1), random(text.length + 1)]
      const part = text.slice(Math.min(from, to), Math.max(from, to))
      text =
        text.slice(0, from) +
        [pick(PIECES), part, '', String.fromCharCode(random(128))][random(4)] +
        text.slice(from + random(4))
    }
    const bytes = new TextEncoder().encode(text)
    if (random(4) === 0) bytes[random(bytes.length)] = random(256)
    try {
      const spectrum = readSpectrum(bytes)
      const { xs, ys } = spectrum
      expect(xs.length).toBe(ys.length)
      expect(xs.length).toBeLessThanOrEqual(POINTS_MAX)
      const axes = describeAxes(spectrum, { fileName: 'a.csv', instrument: null })
      for (const { index } of findPeaks(spectrum, axes.hasValleys)) expect(ys[index]).toBeTypeOf('number')
      const scale = { toX: (x: number) => x / 1e6, toY: (y: number) => y / 1e6 }
      expect(drawCurve(spectrum, scale)).not.toMatch(/NaN|Infinity/)
      readCount += 1
    } catch (error) {
      if (!(error instanceof SpectrumFault))
        throw new Error(`round ${round}: ${JSON.stringify(text)}`, { cause: error })
    }
  }
  expect(readCount).toBeGreaterThan(ROUNDS / 10)
})
