import type { FormChange } from '@portal/contract/certificates/rules/form-changes.ts'
import { ChangedText } from '#manage/controls/values/changed-text.tsx'
import { keepCodes } from '#manage/controls/values/keep-codes.ts'

/** Matches a number or a range of numbers. */
const FIGURES = /^[\d.–×-]+$/

/** One side of a changed value, with its changed words marked; numbers are marked as a whole. */
export function ChangedValue({ change, side }: { change: FormChange; side: 'before' | 'after' }) {
  const [before, after] = [keepCodes(change.before), keepCodes(change.after)]
  const shownValue = side === 'before' ? before : after
  if (shownValue === '') return '空'
  if (!FIGURES.test(before) || !FIGURES.test(after)) return <ChangedText before={before} after={after} side={side} />
  return side === 'before' ? <del>{shownValue}</del> : <ins>{shownValue}</ins>
}
