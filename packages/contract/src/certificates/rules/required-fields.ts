import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'
import { isLooseStone } from '../loose-stone.ts'
import { formatColumnTitle } from './certificate-columns.ts'
import { findSpecies } from './species.ts'
import type { Fault } from './value-faults.ts'

/** Importance of a field: a missing value is accepted, a warning that needs an answer, or a fault. */
export const DEMANDS = { none: '不要求', warn: '提醒', must: '必填' } as const
export type Demand = keyof typeof DEMANDS

/** A choice of the owner that differs from the default. */
export interface FieldRule {
  category: CertificateCategory
  /** Member of a certificate, `pictures`, or the name of a free member. */
  member: string
  demand: Demand
}
export type FieldRules = readonly FieldRule[]

/** Members without which nothing can be published, whatever the owner chooses. */
export const ALWAYS_REQUIRED: readonly string[] = ['conclusion']

const MEASUREMENTS: readonly string[] = ['lengthMm', 'widthMm', 'heightMm']
/** ISO/IEC 17025 7.8.2.1 asks for the method of a test; a picture shows which sample was tested. */
const REMINDED: readonly string[] = ['pictures', 'standards']

export function getDefaultDemand(category: CertificateCategory, member: string): Demand {
  if (ALWAYS_REQUIRED.includes(member) || isOnlyOfLooseStones(category, member)) return 'must'
  return REMINDED.includes(member) ? 'warn' : 'none'
}

/** Whether a field is asked of loose stones alone: GB/T 16554 reports the measurements of a loose diamond. */
export const isOnlyOfLooseStones = (category: CertificateCategory, member: string): boolean =>
  category === 'diamond' && MEASUREMENTS.includes(member)

export function getDemand(rules: FieldRules, category: CertificateCategory, member: string): Demand {
  if (ALWAYS_REQUIRED.includes(member)) return 'must'
  const rule = rules.find((one) => one.category === category && one.member === member)
  return rule?.demand ?? getDefaultDemand(category, member)
}

/** Replaces the rule of a field; a rule that equals the default is removed. */
export function changeDemand(rules: FieldRules, changed: FieldRule): FieldRule[] {
  const { category, member, demand } = changed
  const others = rules.filter((one) => one.category !== category || one.member !== member)
  if (demand === getDefaultDemand(category, member)) return others
  const place = (rule: FieldRule) => `${CATEGORY_NAMES.indexOf(rule.category)} ${rule.member}`
  return [...others, changed].sort((one, other) => (place(one) < place(other) ? -1 : 1))
}

const CATEGORY_NAMES = Object.keys(CERTIFICATE_CATEGORIES)

/** Whether the sample is an aggregate, whose birefringence cannot be measured. */
export function isAggregate(category: CertificateCategory, conclusion: string): boolean {
  const [species] = findSpecies(conclusion)
  if (species) return species.birefringence === null
  return category === 'jade' || category === 'turquoise'
}

/**
 * Finds the required values that a certificate lacks. Other rules report a missing conclusion.
 * @param values values by member, as typed or as read; pictures as an array
 */
export function findMissing(
  rules: FieldRules,
  category: CertificateCategory,
  values: Readonly<Record<string, unknown>>,
): { faults: Fault[]; warnings: Fault[] } {
  const getText = (member: string) => String(values[member] ?? '')
  const isLoose = isLooseStone({
    category,
    conclusion: getText('conclusion'),
    shape: getText('shape'),
    metal: getText('metal'),
  })
  const chosen = rules.filter((rule) => rule.category === category).map(({ member }) => member)
  const isAsked = (member: string) =>
    member === '双折射率'
      ? !isAggregate(category, getText('conclusion'))
      : isLoose || !isOnlyOfLooseStones(category, member)
  const missing = [...new Set([...MEASUREMENTS, ...REMINDED, ...chosen])]
    .filter((member) => isEmpty(values[member]) && isAsked(member))
    .map((member) => ({ member, text: `缺少${formatColumnTitle(member)}` }))
  const filterByDemand = (demand: Demand) =>
    missing.filter(({ member }) => getDemand(rules, category, member) === demand)
  return { faults: filterByDemand('must'), warnings: filterByDemand('warn') }
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
