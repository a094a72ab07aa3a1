import { expect, it } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

/** Shows one step a second. @returns the output */
function showSteps(isTTY: boolean, steps: number): string {
  let at = 1_000_000
  let text = ''
  const bar = createProgressBar({ isTTY, write: (part) => (text += part) }, () => at)
  for (let step = 1; step <= steps; step += 1) {
    at += 1000
    bar.show(step / 20, `step ${step}`)
  }
  bar.showNow(1, 'last step')
  bar.end()
  return text
}

it('draws a bar on a terminal, and clears it at the end', () => {
  const drawn = showSteps(true, 12).split('\r\x1b[K')
  expect(drawn.slice(1, 3)).toEqual([`██${'░'.repeat(28)}   5%  step 1`, `███${'░'.repeat(27)}  10%  step 2`])
  expect(drawn.at(-1)).toBe('')
})

it('prints a line every five seconds without a terminal, and urgent lines immediately', () => {
  expect(showSteps(false, 12).split('\n')).toEqual([' 25%  step 5', ' 50%  step 10', '100%  last step', ''])
})
