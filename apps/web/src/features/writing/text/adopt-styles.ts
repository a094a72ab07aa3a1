import { StyleModule } from 'style-mod'

/**
 * The content security policy forbids `<style>` elements but allows constructed sheets, which style-mod uses only inside a
 * shadow root. So a style set is made in a shadow root and shared with the document.
 *
 * @returns whether the browser has constructed sheets (Chromium 73, Firefox 101, Safari 16.4)
 */
export function adoptStyles(): boolean {
  if (!('adoptedStyleSheets' in document) || !canConstructSheets()) return false
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  StyleModule.mount(root, new StyleModule({}))
  const [name] = Object.getOwnPropertySymbols(root)
  if (name === undefined) return false
  if (!Object.getOwnPropertySymbols(document).includes(name)) {
    Object.defineProperty(document, name, { value: Reflect.get(root, name), configurable: true })
  }
  return true
}

function canConstructSheets(): boolean {
  try {
    return new CSSStyleSheet() instanceof CSSStyleSheet
  } catch {
    return false
  }
}
