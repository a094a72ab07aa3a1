/** Part of the browser's Trusted Types (Chromium 83, Safari 26, Firefox 148); TypeScript does not know it yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): TrustedHTML }
}

/** Elements that the BFF never lets through; they are escaped here as a second defence. */
const FORBIDDEN_ELEMENTS = /<(?=\/?(?:script|iframe|frame|object|embed|base|meta|link|style|form|portal)\b)/gi

const SHOWN = 'portal-shown'
const PARSED = 'portal-parsed'
/** Name of the policy for addresses of workers of the management pages. */
export const WORKER_POLICY = 'portal-worker'

/** Names of the only Trusted Types policies that the content security policy allows; exported by `entry-server.tsx`. */
export const HTML_POLICIES: readonly string[] = [SHOWN, PARSED, WORKER_POLICY]

const toShown = createPolicy(SHOWN, (html) => html.replace(FORBIDDEN_ELEMENTS, '&lt;'))
const toParsed = createPolicy(PARSED, (html) => html)

/** Converts HTML for `innerHTML`; the BFF has sanitised it, or the caller has escaped it. */
export function toShownHtml(html: string): TrustedHTML | string {
  return toShown(html)
}

/**
 * Parses HTML into an inert document, which is not inserted into the page. Style sheets are left out, and `style`
 * attributes are called `data-style`: the content security policy would drop them, and report each one.
 */
export function parseDocument(html: string): Document {
  const withoutStyles = html.replace(/<style[\s\S]*?<\/style\s*>/gi, '').replace(/(\s)style(\s*=)/gi, '$1data-style$2')
  return new DOMParser().parseFromString(toParsed(withoutStyles) as string, 'text/html')
}

/** Creates a policy; on the server and in browsers without Trusted Types it returns the HTML unchanged. */
function createPolicy(name: string, createHTML: (html: string) => string): (html: string) => TrustedHTML | string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const policy = factory?.createPolicy(name, { createHTML })
  return policy ? (html) => policy.createHTML(html) : createHTML
}
