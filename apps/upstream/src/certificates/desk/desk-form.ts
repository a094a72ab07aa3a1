import type { ShownState } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { WarningAnswer } from '@portal/contract/certificates/desk/desk-shapes.ts'
import { type DeskForm, readDeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { EntryRow, WorkRow } from './desk-works.ts'

export const parseForm = ({ form }: Pick<WorkRow, 'form'>) => JSON.parse(form) as DeskForm
export const parseAnswers = ({ answers }: Pick<WorkRow, 'answers'>) => JSON.parse(answers) as WarningAnswer[]

/** What keeps a text from being submitted or approved now. A withdrawal submits none. */
export function judge(work: WorkRow, nowMs: number) {
  const read = readDeskForm(work.certificate_no, parseForm(work), toWireDate(nowMs))
  if (work.kind === 'withdrawal') return { ...read, faults: [], warnings: [], unanswered: [] }
  const answered = new Set(parseAnswers(work).map(({ key }) => key))
  return { ...read, unanswered: read.warnings.filter(({ key }) => !answered.has(key)) }
}

/** What holders of the code see. @param work the work on the number, if there is one */
export function toShownState({ state }: Pick<EntryRow, 'state'>, hasText: boolean, work: unknown): ShownState {
  if (state !== 'draft') return state
  return work || hasText ? 'none' : 'discarded'
}

/** Parses the draft of the correction that a withdrawal has suspended. */
export const parseSuspendedDraft = ({ set_aside }: WorkRow) =>
  set_aside === null ? null : (JSON.parse(set_aside) as WorkRow)
