import { GRAMS_PER_CARAT } from '../certificate-states.ts'
import { formatColumnTitle } from './certificate-columns.ts'
import type { CertificateRow } from './certificate-row.ts'
import { findTreatmentFaults } from './contradictions.ts'
import { findWrongFineness } from './plausibility.ts'
import { readRefraction } from './readings.ts'

/** A fault of a value, in Chinese. */
export interface Fault {
  /** `null` for a heading that the rules do not know. */
  member: string | null
  text: string
}

/** Plausible ranges of numbers; a value outside has a wrong unit. */
const RANGES = Object.entries<[from: number, to: number]>({
  totalMassG: [0.0001, 100_000],
  lengthMm: [0.01, 2000],
  widthMm: [0.01, 2000],
  heightMm: [0.01, 2000],
  specificGravity: [0.5, 23],
  caratMassCt: [0.001, 4000],
  tablePct: [20, 100],
  depthPct: [20, 100],
  crownAngleDeg: [5, 80],
  pavilionAngleDeg: [10, 80],
  nacreMm: [0.01, 20],
})
/** Whether no fault of its range is reported for a number. */
export const isInRange = (member: string, value: number): boolean =>
  RANGES.every(([name, [from, to]]) => name !== member || (value >= from && value <= to))
const COLOR_GRADES = /^(?:[D-N]|<N|[D-N][-–][D-N])$/
/** Grades of cut, polish and symmetry, with or without their abbreviations. */
const CUT_GRADES = /^(?:极好(?:EX)?|很好(?:VG)?|好(?:G)?|一般(?:F)?|差(?:P)?|EX|VG|G|F|P)$/
const CLARITY_GRADES = /^(?:LC|FL|IF|VVS[12]?|VS[12]?|SI[12]?|P[123]?)$/

/**
 * Yields impossible values, alone or in combination.
 * @param values values read from the cells
 * @param today `yyyy-MM-dd`, in the laboratory's time
 */
export function* findWrongValues(
  row: CertificateRow,
  values: Record<string, unknown>,
  today: string,
): Generator<Fault> {
  const getText = (member: string) => values[member] as string | undefined
  const getNumber = (member: string) => values[member] as number | undefined
  if (values.checkCode !== undefined && row.checkCode === null) {
    yield { member: 'checkCode', text: '核对码应为 6 位，只含 2–9 与除 I、L、O 外的大写字母' }
  }
  if (getText('refractiveIndex') !== undefined && !readRefraction(getText('refractiveIndex') ?? '')) {
    const read = `折射率“${getText('refractiveIndex')}”无法识别，应如 1.762–1.770、1.61（点测）、>1.78`
    yield { member: 'refractiveIndex', text: read }
  }
  for (const [member, [from, to]] of RANGES) {
    const value = getNumber(member)
    if (value !== undefined && !(value >= from && value <= to)) {
      yield { member, text: `${formatColumnTitle(member)}应在 ${from}–${to} 之间，现为 ${value}` }
    }
  }
  const [length, width] = [getNumber('lengthMm'), getNumber('widthMm')]
  if (length !== undefined && width !== undefined && length < width) {
    yield { member: 'lengthMm', text: `长（mm）${length} 小于宽（mm）${width}` }
  }
  yield* findWrongDays(row, getText, today)
  for (const wrong of findWrongFineness(getText('metal'), getText('fineness')))
    yield { member: 'fineness', text: wrong }
  yield* findWrongGrades(getText, getNumber)
  yield* findTreatmentFaults(values)
  if (row.newerNo !== null && row.newerNo === row.certificateNo)
    yield { member: 'newerNo', text: '新证书编号与证书编号相同' }
}

/**
 * Yields faults of days: received, tested, issued and changed must be in this order, not after today, and issued not before the
 * date in the number.
 */
function* findWrongDays(
  row: CertificateRow,
  getText: (member: string) => string | undefined,
  today: string,
): Generator<Fault> {
  const days = ['receivedOn', 'testedOn', 'issuedOn', 'changedOn']
    .map((member) => ({ member, title: formatColumnTitle(member), day: getText(member) }))
    .filter(({ day }) => day !== undefined)
  for (const [at, { member, title, day = '' }] of days.entries()) {
    const before = days[at - 1]?.day ?? ''
    if (day > today) yield { member, text: `${title} ${day} 晚于今天 ${today}` }
    // A future day is reported once, and not again for the days after it.
    else if (before > day && before <= today) {
      yield { member, text: `${title} ${day} 早于${days[at - 1]?.title} ${before}` }
    }
  }
  const digits = row.certificateNo.slice(2, 10)
  const given = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  if (digits !== '' && given > today) {
    yield { member: 'certificateNo', text: `证书编号中的日期 ${given} 晚于今天 ${today}` }
  }
  const issued = getText('issuedOn')
  if (digits !== '' && issued !== undefined && issued < given) {
    yield { member: 'issuedOn', text: `签发日期 ${issued} 早于证书编号中的日期 ${given}` }
  }
}

/** Yields faults of the grades of diamonds (GB/T 16554). */
function* findWrongGrades(
  getText: (member: string) => string | undefined,
  getNumber: (member: string) => number | undefined,
): Generator<Fault> {
  const color = getText('colorGrade')
  const clarity = getText('clarityGrade')
  if (color !== undefined && !COLOR_GRADES.test(color.normalize('NFKC'))) {
    yield { member: 'colorGrade', text: `颜色级别应为 D–N 或 <N，现为“${color}”` }
  }
  if (clarity !== undefined && !CLARITY_GRADES.test(clarity.normalize('NFKC').toUpperCase())) {
    const text = `净度级别应为 LC（FL、IF）、VVS1、VVS2、VS1、VS2、SI1、SI2、P1、P2、P3 之一，现为“${clarity}”`
    yield { member: 'clarityGrade', text }
  }
  for (const member of ['cutGrade', 'polish', 'symmetry']) {
    const grade = getText(member)
    if (
      grade === undefined ||
      CUT_GRADES.test(
        grade
          .normalize('NFKC')
          .replace(/[\s()]/g, '')
          .toUpperCase(),
      )
    )
      continue
    yield { member, text: `${formatColumnTitle(member)}应为 极好 EX、很好 VG、好 G、一般 F、差 P 之一，现为“${grade}”` }
  }
  const [carats, grams] = [getNumber('caratMassCt'), getNumber('totalMassG')]
  if (carats !== undefined && grams !== undefined && carats * GRAMS_PER_CARAT > grams + 0.005) {
    yield { member: 'caratMassCt', text: `钻石质量 ${carats} ct 重于总质量 ${grams} g` }
  }
}
