import type { Finding, StepResult } from './judge-step.ts'

export type Verdict = Finding

/** Steps by eye: each that the certificate has must match. */
const BY_EYE = ['picture', 'conclusion']

/**
 * What the steps say together.
 *
 * `differ`: one step differs. `match`: none does, every look (picture, conclusion) matches, and at least one measurement
 * (mass or lengths) does: paper and inscription are forged together, mass and size are harder. Else `unsure`.
 */
export function verdictOf(results: readonly StepResult[]): Verdict {
  if (results.some(({ finding }) => finding === 'differ')) return 'differ'
  const looks = results.filter(({ step }) => BY_EYE.includes(step))
  const isSeen = looks.every(({ finding }) => finding === 'match')
  const isMeasured = results.some(({ finding, isMeasured }) => isMeasured && finding === 'match')
  return isSeen && isMeasured ? 'match' : 'unsure'
}

/** What else could settle it, shown with `unsure`. */
export function missingFor(results: readonly StepResult[]): string {
  return results.some(({ finding, isMeasured }) => isMeasured && finding === 'match')
    ? '影像与检测结论须逐项相符，才能判断。'
    : '质量或尺寸至少有一项实测相符，才能判断。'
}
