/** State of the first visible element of a selector. */
export interface Found {
  isVisible: boolean
  isEnabled: boolean
  /** Whether its middle is in view and not covered, and the page has handled the scrolling. */
  isHit: boolean
  /** Middle of the element in the visible part of the page, CSS px. */
  x: number
  y: number
  text: string
}

/**
 * Returns an expression for a `Found`.
 * @param scrolls whether it scrolls the element into view
 */
export function findElement(selector: string, text = '', scrolls = false): string {
  return `(${find})(${JSON.stringify(selector)}, ${JSON.stringify(text)}, ${scrolls})`
}

/** Returns an expression that focuses a field and removes its text; its value is true when done. */
export function emptyField(selector: string): string {
  return `(${empty})(${JSON.stringify(selector)})`
}

/** Returns an expression that inserts text into the empty, focused field; its value is true when done. */
export function typeText(selector: string, value: string): string {
  return `(${type})(${JSON.stringify(selector)}, ${JSON.stringify(value)})`
}

// The functions below run in the page: each one stands alone.

function find(selector: string, text: string, scrolls: boolean): Found {
  const fold = (words: string) => words.replace(/\s+/g, ' ').trim()
  const wanted = fold(text)
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) => one.checkVisibility({ visibilityProperty: true }) && fold(one.innerText ?? '').includes(wanted),
  )
  if (!element) return { isVisible: false, isEnabled: false, isHit: false, x: 0, y: 0, text: '' }
  const middle = () => {
    // The middle of a link over two lines is between them: the first line counts.
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const isHitAt = ({ x, y }: { x: number; y: number }) => {
    const top = document.elementFromPoint(x, y)
    const label = top?.closest('label')
    return element.contains(top) || (label instanceof HTMLLabelElement && label.control === element)
  }
  const page = window as Window & { isScrolling?: boolean }
  if (scrolls && !isHitAt(middle())) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    // The site's scripts move the header in the next frame; a page that runs no scripts does not wait for a frame.
    page.isScrolling = document.documentElement.dataset.live !== undefined
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        page.isScrolling = false
      }),
    )
  }
  const { x, y } = middle()
  return {
    isVisible: true,
    isEnabled: !element.matches(':disabled, [aria-disabled="true"]'),
    isHit: !page.isScrolling && isHitAt({ x, y }),
    x: Math.round(x),
    y: Math.round(y),
    text: element.innerText,
  }
}

function empty(selector: string): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(selector)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  if (!field) return false
  field.focus()
  if (field instanceof HTMLSelectElement) return true
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.select()
    if (field.value !== '') document.execCommand('delete')
    return field.value === ''
  }
  getSelection()?.selectAllChildren(field)
  document.execCommand('delete')
  return true
}

function type(selector: string, value: string): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(selector)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  if (!field) return false
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((one) => one.value === value || one.label === value)
    if (!option) return false
    field.value = option.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return true
  }
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (field.value === value) return true
    field.select()
    document.execCommand('insertText', false, value)
    return field.value === value
  }
  return document.execCommand('insertText', false, value)
}
