import { GRADE_MARKS, STRENGTHS } from '../english-terms.ts'
import { formatColumnTitle } from './certificate-columns.ts'
import { findDefiningStandard, listChoices } from './grades.ts'
import { type Fault, isInRange } from './value-faults.ts'

/* Grades that a standard does not have, and grades and proportions that no diamond has together. All are warnings. */

type GetText = (member: string) => string

const PEARL_GRADES = ['pearlLustreGrade', 'surfaceGrade', 'matchingGrade']

/** Finds grades outside the list of their standard. */
export function findUnofferedGrades(getText: GetText): Fault[] {
  const pearls = PEARL_GRADES.flatMap((member) => {
    const grade = getText(member)
    const offered = listChoices(member, {}, []).map(({ value }) => value)
    const accepted = offered.flatMap((value) => [toPlain(value), ...value.split(' ')])
    if (grade === '' || accepted.includes(toPlain(grade))) return []
    const standard = findDefiningStandard(member)
    return [{ member, text: `${formatColumnTitle(member)}“${grade}”不在 ${standard} 所列之内：${offered.join('、')}` }]
  })
  return [
    ...pearls,
    ...findUnknownJadeGrade(getText, 'transparencyGrade', /透明/, /^T[1-5]$/),
    ...findUnknownJadeGrade(getText, 'textureGrade', /[细粗]/, /^TE[1-5]$/),
    ...findUnknownStrength(getText('fluorescence')),
  ]
}

const toPlain = (grade: string): string =>
  grade
    .normalize('NFKC')
    .replace(/[\s()级]/g, '')
    .toUpperCase()

/** Grades of jadeite (GB/T 23885) are a word, a code, or both. */
function findUnknownJadeGrade(getText: GetText, member: string, word: RegExp, code: RegExp): Fault[] {
  const grade = getText(member)
  const codes = toPlain(grade).match(/[A-Z]+\d*/g) ?? []
  const isKnown = codes.length > 0 ? codes.every((one) => code.test(one)) : word.test(grade)
  if (grade === '' || isKnown) return []
  return [{ member, text: `${formatColumnTitle(member)}“${grade}”不是 GB/T 23885 的级别，请核对` }]
}

/** A strength at the beginning of a clause, without the words for its colour. */
const STRENGTH = /^(?:长波|短波)?[:：]?\s*([^色荧光红橙黄绿蓝紫粉白褐棕灰\s]{0,3}[强弱])/

function findUnknownStrength(fluorescence: string): Fault[] {
  const unknown = fluorescence
    .split(/[，,；;、。]/)
    .map((clause) => STRENGTH.exec(clause.trim())?.[1] ?? '')
    .find((strength) => strength !== '' && !strength.split(/[至到—–-]/).every((one) => Object.hasOwn(STRENGTHS, one)))
  if (unknown === undefined) return []
  return [{ member: 'fluorescence', text: `荧光强度“${unknown}”不是常用级别：强、中、弱、无` }]
}

/** Grades of cut, polish and symmetry, the best first. */
const CUTS = Object.entries(GRADE_MARKS)
const rankCut = (grade: string): number =>
  CUTS.findIndex(([word, mark]) => toPlain(grade).replace(mark, '') === word || toPlain(grade) === mark)

/** Proportions outside everything that is cut, in any shape; the ranges of numbers are wider, for wrong units. */
const PROPORTIONS = Object.entries<[least: number, most: number, unit: string]>({
  tablePct: [30, 90, '%'],
  depthPct: [30, 95, '%'],
  crownAngleDeg: [10, 60, '°'],
  pavilionAngleDeg: [20, 65, '°'],
})

/**
 * Finds a cut grade that is better than polish and symmetry allow, and implausible proportions. GB/T 16554 grades the cut by
 * its proportions and by the lower one of polish and symmetry; it is never two grades better than that one.
 */
export function findWrongCut(getText: GetText, getNumber: (member: string) => number | undefined): Fault[] {
  const overall = getText('cutGrade')
  const rank = rankCut(overall)
  const lower = ['polish', 'symmetry'].find((member) => rankCut(getText(member)) > rank + 1)
  const found: Fault[] = []
  if (rank >= 0 && lower !== undefined) {
    const text = `切工级别“${overall}”高于${formatColumnTitle(lower)}“${getText(lower)}”所允许的级别（GB/T 16554）`
    found.push({ member: 'cutGrade', text })
  }
  for (const [member, [least, most, unit]] of PROPORTIONS) {
    const value = getNumber(member)
    if (value === undefined || !isInRange(member, value) || (value >= least && value <= most)) continue
    const text = `${formatColumnTitle(member)}一般在 ${least}–${most}${unit} 之间，现为 ${value}${unit}，请核对`
    found.push({ member, text })
  }
  return found
}
