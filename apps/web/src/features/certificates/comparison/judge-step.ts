import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { getExpectedLengths, getExpectedMass, type StepName } from './comparison-steps.ts'
import {
  compareReading,
  computeLengthToleranceMm,
  computeMassToleranceG,
  type Fit,
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

const JUDGES: Readonly<Record<StepName, (certificate: Certificate, answers: Answers) => Omit<StepResult, 'step'>>> = {
  picture: judgePicture,
  mass: judgeMass,
  size: judgeSize,
  inscription: judgeInscription,
  conclusion: judgeConclusion,
}

/** Judges a step; without input it is `unsure`. */
export function judgeStep(step: StepName, certificate: Certificate, answers: Answers): StepResult {
  return { step, ...JUDGES[step](certificate, answers) }
}

function makeResult(finding: Finding, reason: string, isMeasured = false) {
  return { finding, reason, isMeasured }
}

function judgePicture(_certificate: Certificate, { picture }: Answers) {
  if (picture === 'same') return makeResult('match', '所见特征与影像一致。')
  if (picture === 'other') return makeResult('differ', '所见特征与影像不一致。')
  return makeResult('unsure', picture === '' ? '未比对影像。' : '凭影像无法判断。')
}

function judgeMass(certificate: Certificate, { massTyped, massUnit, divisionG, isAltered }: Answers) {
  const expected = getExpectedMass(certificate)
  const reading = readQuantity(massTyped)
  if (!expected || reading === null) return makeResult('unsure', massTyped.trim() ? '质量读数不是数值。' : '未称质量。')
  const massG = toGrams(reading, massUnit)
  const toleranceG = computeMassToleranceG(expected.roundingG, divisionG)
  const limit = `±${formatMeasure(toleranceG, 'g')}`
  const difference = `与证书相差 ${formatMeasure(Math.abs(massG - expected.massG), 'g')}`
  const fit = compareReading(massG, expected.massG, toleranceG)
  if (fit === 'inside') return makeResult('match', `${difference}，在容许的 ${limit} 之内。`, true)
  if (fit === 'tooCoarse') {
    return makeResult('unsure', `${difference}，但这台秤容许差 ${limit}，对这件样品过粗，请换用分度值更小的秤。`)
  }
  if (isAltered) return makeResult('unsure', `${difference}，超出 ${limit}；检测后改动过，质量不再可比。`)
  if (expected.isStoneOnly && expected.isSet) {
    return makeResult('unsure', `${difference}；证书所列为裸石质量，镶嵌后称得的质量不可比。`)
  }
  return makeResult('differ', `${difference}，超出容许的 ${limit}。`, true)
}

/** Compares the lengths in descending order, because length and width depend on how the piece is held. */
function judgeSize(certificate: Certificate, { shape, lengthsTyped, tool }: Answers) {
  if (shape === 'other') return makeResult('differ', `形状与证书所列“${certificate.shape}”不同。`)
  const measured = getExpectedLengths(certificate).flatMap(({ name, lengthMm }) => {
    const reading = readQuantity(lengthsTyped[name] ?? '')
    return reading === null ? [] : [{ reading, lengthMm }]
  })
  if (measured.length === 0) {
    if (getExpectedLengths(certificate).length === 0 && shape === 'same') return makeResult('match', '形状与证书一致。')
    return makeResult('unsure', shape === 'same' ? '形状一致，尺寸未测。' : '未测尺寸。')
  }
  const readings = sortDescending(measured.map(({ reading }) => reading))
  const expected = sortDescending(measured.map(({ lengthMm }) => lengthMm))
  const toleranceMm = computeLengthToleranceMm(tool)
  const fits = readings.map((reading, index) => compareReading(reading, expected[index] ?? 0, toleranceMm))
  const most = Math.max(...readings.map((reading, index) => Math.abs(reading - (expected[index] ?? 0))))
  return toSizeResult(fits, `尺寸最多相差 ${formatMeasure(most, 'mm')}`, `±${formatMeasure(toleranceMm, 'mm')}`)
}

function toSizeResult(fits: readonly Fit[], difference: string, limit: string) {
  if (fits.includes('outside')) return makeResult('differ', `${difference}，超出容许的 ${limit}。`, true)
  if (fits.includes('tooCoarse')) {
    return makeResult('unsure', `${difference}，但量具容许差 ${limit}，对这件样品过粗，请改用游标卡尺。`)
  }
  return makeResult('match', `${difference}，在容许的 ${limit} 之内。`, true)
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

function judgeInscription(certificate: Certificate, { inscriptionTyped, isUninscribed }: Answers) {
  const printed = toBareText(certificate.inscription ?? '')
  const typed = toBareText(inscriptionTyped)
  if (typed === '') {
    return makeResult('unsure', isUninscribed ? '未找到印记；激光印记需用 10 倍以上放大镜观察。' : '未核对印记。')
  }
  if (typed === printed) return makeResult('match', '印记与证书一致。')
  if (toUnmistakable(typed) === toUnmistakable(printed)) {
    return makeResult('unsure', '只差形近的字符（如 O 与 0、I 与 1），请放大后再读一次。')
  }
  return makeResult('differ', `印记与证书所列“${certificate.inscription}”不同。`)
}

function judgeConclusion(certificate: Certificate, { conclusion, conclusionTyped }: Answers) {
  const typed = toBareText(conclusionTyped)
  if (typed !== '') {
    return typed === toBareText(certificate.conclusion)
      ? makeResult('match', '纸面结论与本站记录一致。')
      : makeResult('differ', `纸面结论与本站记录“${certificate.conclusion}”不同。`)
  }
  if (conclusion === 'same') return makeResult('match', '纸面结论与本站记录一字不差。')
  if (conclusion === 'other') return makeResult('differ', `纸面结论与本站记录“${certificate.conclusion}”有出入。`)
  return makeResult('unsure', conclusion === '' ? '未核对结论。' : '手边没有纸质证书，未核对结论。')
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

/** Lists the steps that are missing for a verdict. */
export function describeMissing(results: readonly StepResult[]): string {
  return results.some(({ finding, isMeasured }) => isMeasured && finding === 'match')
    ? '影像与检验结论须逐项相符，才能判断。'
    : '质量或尺寸至少有一项实测相符，才能判断。'
}
