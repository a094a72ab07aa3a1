import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { LookupTexts } from '../texts/texts.tsx'
import { getExpectedLengths, getExpectedMass, type StepName } from './comparison-steps.ts'
import {
  compareReading,
  computeLengthToleranceMm,
  computeMassToleranceG,
  formatMeasure,
  type LengthTool,
  type MassUnit,
  readQuantity,
  type ScaleDivisionG,
  toGrams,
} from './tolerance.ts'

export type Finding = 'match' | 'differ' | 'unsure'
/** Result of a visual comparison; empty when it has not been made. */
export type Judgement = '' | 'same' | 'other' | 'unsure'

export const NO_ANSWERS = {
  picture: '' as Judgement,
  massTyped: '',
  massUnit: 'g' as MassUnit,
  divisionG: 0.01 as ScaleDivisionG,
  /** Whether the piece was altered after the test. */
  isAltered: false,
  shape: '' as Judgement,
  lengthsTyped: {} as Readonly<Record<string, string>>,
  tool: 'caliper' as LengthTool,
  inscriptionTyped: '',
  /** Whether the piece has no visible inscription. */
  isUninscribed: false,
  conclusion: '' as Judgement,
  conclusionTyped: '',
}

/** The visitor's input, which never leaves the page. */
export type Answers = typeof NO_ANSWERS

export interface StepResult {
  step: StepName
  finding: Finding
  /** Explanation that is shown. */
  reason: string
  /** Whether the result is based on a measurement rather than on a visual comparison. */
  isMeasured: boolean
}

type Reasons = LookupTexts['comparison']['reasons']
type Judge = (certificate: Certificate, answers: Answers, reasons: Reasons) => Omit<StepResult, 'step'>

const JUDGES: Readonly<Record<StepName, Judge>> = {
  picture: judgePicture,
  mass: judgeMass,
  size: judgeSize,
  inscription: judgeInscription,
  conclusion: judgeConclusion,
}

/** Judges a step; without input it is `unsure`. @param reasons texts in the language of the page */
export function judgeStep(step: StepName, certificate: Certificate, answers: Answers, reasons: Reasons): StepResult {
  return { step, ...JUDGES[step](certificate, answers, reasons) }
}

function makeResult(finding: Finding, reason: string, isMeasured = false) {
  return { finding, reason, isMeasured }
}

function judgePicture(_certificate: Certificate, { picture }: Answers, { picture: reasons }: Reasons) {
  if (picture === 'same') return makeResult('match', reasons.same)
  if (picture === 'other') return makeResult('differ', reasons.other)
  return makeResult('unsure', picture === '' ? reasons.none : reasons.unsure)
}

function judgeMass(certificate: Certificate, answers: Answers, { mass: reasons }: Reasons) {
  const { massTyped, massUnit, divisionG, isAltered } = answers
  const expected = getExpectedMass(certificate)
  const reading = readQuantity(massTyped)
  if (!expected || reading === null) return makeResult('unsure', massTyped.trim() ? reasons.notNumber : reasons.none)
  const massG = toGrams(reading, massUnit)
  const toleranceG = computeMassToleranceG(expected.roundingG, divisionG)
  const limit = `±${formatMeasure(toleranceG, 'g')}`
  const difference = formatMeasure(Math.abs(massG - expected.massG), 'g')
  const fit = compareReading(massG, expected.massG, toleranceG)
  if (fit === 'inside') return makeResult('match', reasons.inside(difference, limit), true)
  if (fit === 'tooCoarse') return makeResult('unsure', reasons.tooCoarse(difference, limit))
  if (isAltered) return makeResult('unsure', reasons.altered(difference, limit))
  if (expected.isStoneOnly && expected.isSet) return makeResult('unsure', reasons.stoneOnly(difference))
  return makeResult('differ', reasons.outside(difference, limit), true)
}

/** Compares the lengths in descending order, because length and width depend on how the piece is held. */
function judgeSize(certificate: Certificate, { shape, lengthsTyped, tool }: Answers, { size: reasons }: Reasons) {
  if (shape === 'other') return makeResult('differ', reasons.otherShape(certificate))
  const measured = getExpectedLengths(certificate).flatMap(({ member, lengthMm }) => {
    const reading = readQuantity(lengthsTyped[member] ?? '')
    return reading === null ? [] : [{ reading, lengthMm }]
  })
  if (measured.length === 0) {
    if (getExpectedLengths(certificate).length === 0 && shape === 'same') return makeResult('match', reasons.sameShape)
    return makeResult('unsure', shape === 'same' ? reasons.onlyShape : reasons.none)
  }
  const readings = sortDescending(measured.map(({ reading }) => reading))
  const expected = sortDescending(measured.map(({ lengthMm }) => lengthMm))
  const toleranceMm = computeLengthToleranceMm(tool)
  const limit = `±${formatMeasure(toleranceMm, 'mm')}`
  const differences = readings.map((reading, index) => Math.abs(reading - (expected[index] ?? 0)))
  const difference = formatMeasure(Math.max(...differences), 'mm')
  const fits = readings.map((reading, index) => compareReading(reading, expected[index] ?? 0, toleranceMm))
  if (fits.includes('outside')) return makeResult('differ', reasons.outside(difference, limit), true)
  if (fits.includes('tooCoarse')) return makeResult('unsure', reasons.tooCoarse(difference, limit))
  return makeResult('match', reasons.inside(difference, limit), true)
}

function sortDescending(values: readonly number[]): number[] {
  return [...values].sort((one, other) => other - one)
}

/** Characters that are easily confused on metal and under a loupe. */
const ALIKE: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}

function judgeInscription(certificate: Certificate, answers: Answers, { inscription: reasons }: Reasons) {
  const printed = toBareText(certificate.inscription ?? '')
  const typed = toBareText(answers.inscriptionTyped)
  if (typed === '') return makeResult('unsure', answers.isUninscribed ? reasons.notFound : reasons.none)
  if (typed === printed) return makeResult('match', reasons.same)
  if (toUnmistakable(typed) === toUnmistakable(printed)) return makeResult('unsure', reasons.alike)
  return makeResult('differ', reasons.other(certificate))
}

function judgeConclusion(certificate: Certificate, answers: Answers, { conclusion: reasons }: Reasons) {
  const typed = toBareText(answers.conclusionTyped)
  if (typed !== '') {
    const isSame = typed === toBareText(certificate.conclusion)
    return isSame ? makeResult('match', reasons.typedSame) : makeResult('differ', reasons.typedOther(certificate))
  }
  if (answers.conclusion === 'same') return makeResult('match', reasons.same)
  if (answers.conclusion === 'other') return makeResult('differ', reasons.other(certificate))
  return makeResult('unsure', answers.conclusion === '' ? reasons.none : reasons.unsure)
}

/** Reduces a text to letters and digits, in half-width capitals. */
function toBareText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

function toUnmistakable(text: string): string {
  return [...text].map((character) => ALIKE[character] ?? character).join('')
}

/** Visual steps, all of which must match. */
const VISUAL_STEPS = ['picture', 'conclusion']

/**
 * Combines the results of the steps. `differ`: one step differs. `match`: no step differs, every visual step matches,
 * and at least one measurement matches, because mass and size are harder to forge than paper and inscription. Otherwise
 * `unsure`.
 */
export function combineResults(results: readonly StepResult[]): Finding {
  if (results.some(({ finding }) => finding === 'differ')) return 'differ'
  const isSeen = results.every(({ step, finding }) => finding === 'match' || !VISUAL_STEPS.includes(step))
  const isMeasured = results.some(({ finding, isMeasured }) => isMeasured && finding === 'match')
  return isSeen && isMeasured ? 'match' : 'unsure'
}

/** What is missing for a verdict: a visual comparison, or a measurement. */
export type Missing = 'visual' | 'measured'

/** Finds what is missing for a verdict. */
export function findMissing(results: readonly StepResult[]): Missing {
  return results.some(({ finding, isMeasured }) => isMeasured && finding === 'match') ? 'visual' : 'measured'
}
