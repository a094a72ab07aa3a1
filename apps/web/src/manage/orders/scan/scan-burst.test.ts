import { expect, it } from 'vitest'
import { createScanBurst } from './scan-burst.ts'

const SAMPLE = '20261120000420013'

/** A reader of bursts with a clock that the test sets. */
function makeBurst() {
  const scans: string[] = []
  let nowMs = 0
  let waiting: { run: () => void; atMs: number } | null = null
  const burst = createScanBurst({
    onScan: (text) => scans.push(text),
    isCode: (text) => text === 'G01',
    schedule: (run, delayMs) => {
      const own = { run, atMs: nowMs + delayMs }
      waiting = own
      return () => {
        if (waiting === own) waiting = null
      }
    },
  })
  const wait = (ms: number) => {
    nowMs += ms
    if (waiting && waiting.atMs <= nowMs) waiting.run()
  }
  const type = (text: string, gapMs = 8) => {
    for (const character of text) {
      wait(gapMs)
      burst.push(character, nowMs)
    }
  }
  return { scans, burst, type, wait }
}

it('reads the short code of a tray when Enter follows at once', () => {
  const { scans, burst, type, wait } = makeBurst()
  type('G01')
  expect(burst.end()).toBe(true)
  type('G01')
  wait(200)
  type('G02')
  expect(burst.end()).toBe(false)
  type('G01', 90)
  expect(burst.end()).toBe(false)
  expect(scans).toEqual(['G01'])
})

it('reads a scan that ends with Enter', () => {
  const { scans, burst, type } = makeBurst()
  type(SAMPLE)
  expect(burst.end()).toBe(true)
  expect(scans).toEqual([SAMPLE])
})

it('reads a scan that ends with 120 ms of silence, and not before', () => {
  const { scans, type, wait } = makeBurst()
  type(SAMPLE)
  wait(119)
  expect(scans).toEqual([])
  wait(1)
  expect(scans).toEqual([SAMPLE])
})

it.each([
  ['fewer than 14 characters', '2026112000042', 8],
  ['characters that come at the speed of typing', SAMPLE, 60],
])('leaves %s to the page', (_name, text, gapMs) => {
  const { scans, burst, type } = makeBurst()
  type(text, gapMs)
  expect(burst.end()).toBe(false)
  expect(scans).toEqual([])
})

it('drops what was typed before the scan', () => {
  const { scans, burst, type, wait } = makeBurst()
  type('戒臂', 200)
  wait(60)
  type(SAMPLE)
  burst.end()
  expect(scans).toEqual([SAMPLE])
})

it('converts full-width characters and drops control characters', () => {
  const { scans, burst, type } = makeBurst()
  type(`\u001d２０２６１１２００００４２００１３\u0004`)
  burst.end()
  expect(scans).toEqual([SAMPLE])
})

it('counts the same scan once within a second', () => {
  const { scans, burst, type, wait } = makeBurst()
  type(SAMPLE)
  burst.end()
  wait(500)
  type(SAMPLE)
  expect(burst.end()).toBe(true)
  expect(scans).toHaveLength(1)
  wait(1_500)
  type(SAMPLE)
  burst.end()
  expect(scans).toHaveLength(2)
})
