import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import type { DeskForm, Warning } from '@portal/contract/certificates/rules/desk-fields.ts'

/** Published values that a file empties, by member. */
export type EmptiedValues = Readonly<Record<string, string>>

/** Finds the published values that a text lacks. @param before published values that the text changes, by member */
export const findEmptied = (before: EmptiedValues, { fields }: DeskForm): EmptiedValues =>
  Object.fromEntries(Object.entries(before).filter(([member, value]) => value !== '' && isEmpty(fields, member)))

const isEmpty = (fields: DeskForm['fields'], member: string) => member !== 'category' && !fields[member]

/**
 * Warns of published values that a correction by a file empties, as long as they are empty: a person who exports a part of the
 * columns, or sorts them wrongly, empties values without noticing.
 */
export function warnOfEmptied(emptied: EmptiedValues, { fields }: DeskForm): Warning[] {
  return Object.entries(emptied)
    .filter(([member]) => isEmpty(fields, member))
    .map(([member, value]) => ({
      member,
      text: `${formatColumnTitle(member)}将被清空：原为 ${value}`,
      key: [member, 'emptied', fields.conclusion].join('|'),
    }))
}
