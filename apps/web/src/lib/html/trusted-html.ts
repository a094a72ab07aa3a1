/** Part of the browser's Trusted Types (Chromium 83, Safari 26, Firefox 148); TypeScript does not know it yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): TrustedHTML }
}

/** Elements that the BFF lets through nowhere: what looks like one is shown as the text that it is. */
const NEVER = /<(?=\/?(?:script|iframe|frame|object|embed|base|meta|link|style|form|portal)\b)/gi

const SHOWN = 'portal-shown'
const PARSED = 'portal-parsed'

/** The pages' policy lets scripts set HTML through policies of these names only; `entry-server.tsx` tells the BFF. */
export const HTML_POLICIES: readonly string[] = [SHOWN, PARSED]

const toShown = policy(SHOWN, (html) => html.replace(NEVER, '&lt;'))
const toParsed = policy(PARSED, (html) => html)

/** HTML as an element's `innerHTML` takes it. The BFF has sanitised it, or the caller has escaped every word in it. */
export function toShownHtml(html: string): TrustedHTML | string {
  return toShown(html)
}

/** A document that is only looked at: nothing in it runs or is loaded, and nothing of it gets into the page. */
export function parseDocument(html: string): Document {
  return new DOMParser().parseFromString(toParsed(html) as string, 'text/html')
}

/** On the server, and in browsers without Trusted Types, HTML stays the text that it is. */
function policy(name: string, createHTML: (html: string) => string): (html: string) => TrustedHTML | string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const made = factory?.createPolicy(name, { createHTML })
  return made ? (html) => made.createHTML(html) : createHTML
}
