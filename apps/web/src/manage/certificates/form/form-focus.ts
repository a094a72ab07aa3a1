/** What is filled in: no file, no choice between ways. */
const FIELDS = 'input:not([type=radio], [type=checkbox], [type=file], :disabled), select, textarea'
const FAULTS = '[aria-invalid=true], [data-warned=open]'

/** Enter leads to the next field of a form, as on the paper that it is copied from; a long text keeps it as a new line. */
export function handleEnter(form: HTMLElement, event: React.KeyboardEvent): void {
  const { key, target, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return
  if (ctrlKey || metaKey || altKey || shiftKey) return
  if (!(target instanceof HTMLElement) || !target.matches(FIELDS) || target.matches('textarea')) return
  event.preventDefault()
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)]
  focusOn(fields[fields.indexOf(target) + 1])
}

/** The next field with a fault, or with a warning that nobody has answered; after the last one the first again. */
export function focusNextFault(form: HTMLElement | null): boolean {
  const faults = [...(form?.querySelectorAll<HTMLElement>(FAULTS) ?? [])]
  const here = document.activeElement
  const next = faults.find((one) => here && here.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  return focusOn(next ?? faults[0])
}

/** The field of a member. */
export function focusMember(form: HTMLElement | null, member: string | null): void {
  focusOn(form?.querySelector<HTMLElement>(`[data-member="${CSS.escape(member ?? '')}"] input`) ?? undefined)
}

function focusOn(field: HTMLElement | undefined): boolean {
  if (!field) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  return true
}
