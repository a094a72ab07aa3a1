import { StyleModule } from 'style-mod'

/**
 * The pages' policy lets no script put `<style>` into the document; a constructed sheet it does. CodeMirror's style
 * module uses one only inside a shadow root, so it is shown something that looks like one, and the set of styles which it
 * makes for that is given to the document: it then looks there first.
 *
 * @returns whether the browser has constructed sheets (Chromium 73, Firefox 101, Safari 16.4)
 */
export function adoptStyles(): boolean {
  if (!('adoptedStyleSheets' in document) || !canConstructSheets()) return false
  const root = { ownerDocument: document, adoptedStyleSheets: [] }
  StyleModule.mount(root as unknown as ShadowRoot, new StyleModule({}))
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
