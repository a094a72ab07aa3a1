/**
 * Stops the Enter that confirms a word of an input method, so that no form, dialog or list handles it. Safari ends the
 * composition before that key, which then has the code 229.
 * @returns a function that removes the listener
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
