/** Styles of an element, which `parseDocument` has moved to another attribute. */
export function readStyle(element: Element): CSSStyleDeclaration {
  const { style } = document.createElement('span')
  style.cssText = element.getAttribute('data-style') ?? ''
  return style
}
