import type { ShownState } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { WarningAnswer } from '@portal/contract/certificates/desk/desk-shapes.ts'
import type { CertificateRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import { type DeskForm, readDeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { submittedTextFaulty, submittedTextUnanswered } from '#platform/errors.ts'
import { type EmptiedValues, warnOfEmptied } from './emptied-values.ts'
import type { ChangeRow, Desk, EntryRow } from './pending-changes.ts'
import { readCertificateRules } from './read-certificate-rules.ts'

export const parseForm = ({ form }: Pick<ChangeRow, 'form'>) => JSON.parse(form) as DeskForm
export const parseAnswers = ({ answers }: Pick<ChangeRow, 'answers'>) => JSON.parse(answers) as WarningAnswer[]

/** Corrections that were suspended before the column existed have none. */
const parseEmptied = ({ emptied }: Pick<ChangeRow, 'emptied'>) =>
  emptied ? (JSON.parse(emptied) as EmptiedValues) : {}

/** Finds the faults and warnings that prevent a submission or approval now. A withdrawal has no text to check. */
export function judge(change: ChangeRow, nowMs: number, rules: CertificateRules) {
  const read = readDeskForm(change.certificate_no, parseForm(change), toWireDate(nowMs), rules)
  if (change.kind === 'withdrawal') return { ...read, faults: [], warnings: [], unanswered: [] }
  const warnings = [...read.warnings, ...warnOfEmptied(parseEmptied(change), parseForm(change))]
  const answered = new Set(parseAnswers(change).map(({ key }) => key))
  return { ...read, warnings, unanswered: warnings.filter(({ key }) => !answered.has(key)) }
}

/**
 * Checks a submitted text on the day of its review or approval, by the rules of that day; the latter becomes the day of issue.
 * @throws AppError for a fault, and for a warning that the writer has not seen
 */
export async function checkText({ trx, now }: Pick<Desk, 'trx' | 'now'>, change: ChangeRow): Promise<void> {
  const { faults, unanswered } = judge(change, now(), await readCertificateRules(trx))
  if (faults[0]) throw submittedTextFaulty(faults[0].text)
  if (unanswered[0]) throw submittedTextUnanswered(unanswered[0].text)
}

/** Returns the state that holders of the code see. @param change the pending change of the number, if there is one */
export function toShownState({ state }: Pick<EntryRow, 'state'>, hasText: boolean, change: unknown): ShownState {
  if (state !== 'draft') return state
  return change || hasText ? 'none' : 'discarded'
}

/** Parses the draft of the correction that a withdrawal has suspended. */
export const parseSuspendedDraft = ({ suspended_draft }: ChangeRow) =>
  suspended_draft === null ? null : (JSON.parse(suspended_draft) as ChangeRow)
