/**
 * The Enter that takes over a word from an input method is meant for the word alone: no form, dialog or list of this
 * site hears of it. Safari ends the composition before that key; it has the code 229 then.
 * @returns a function that ends it
 */
export function holdBackComposedEnter(): () => void {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.isComposing || event.keyCode === 229)) return
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('keydown', handleKeyDown, { capture: true })
  return () => removeEventListener('keydown', handleKeyDown, { capture: true })
}
