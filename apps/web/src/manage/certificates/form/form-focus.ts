/** Selector of fields to fill in: no files, and no radio buttons or check boxes. */
const FIELDS = 'input:not([type=radio], [type=checkbox], [type=file], :disabled), select, textarea'
const FAULTS = '[aria-invalid=true], [data-warned=open]'

/** Moves the focus to the next field on Enter, in the order of the paper form; in a long text Enter inserts a new line. */
export function handleEnter(form: HTMLElement, event: React.KeyboardEvent): void {
  const { key, target, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return
  if (ctrlKey || metaKey || altKey || shiftKey) return
  if (!(target instanceof HTMLElement) || !target.matches(FIELDS) || target.matches('textarea')) return
  event.preventDefault()
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)]
  focusOn(fields[fields.indexOf(target) + 1])
}

/** Focuses the next field with a fault or an unanswered warning, and the first one after the last. @returns whether there is one */
export function focusNextFault(form: HTMLElement | null): boolean {
  const faults = [...(form?.querySelectorAll<HTMLElement>(FAULTS) ?? [])]
  const focusedElement = document.activeElement
  const next = faults.find(
    (one) => focusedElement && focusedElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return focusOn(next ?? faults[0])
}

/** Focuses the field of a member. */
export function focusMember(form: HTMLElement | null, member: string | null): void {
  focusOn(form?.querySelector<HTMLElement>(`[data-member="${CSS.escape(member ?? '')}"] input`) ?? undefined)
}

function focusOn(field: HTMLElement | undefined): boolean {
  if (!field) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  return true
}
