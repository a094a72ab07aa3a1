declare const sanitised: unique symbol

/** HTML that the BFF has sanitised. Only `ui/rich-text.tsx` sets it. */
export type SafeHtml = string & { [sanitised]: true }

/** For members that the contract lists under `html`: the BFF has sanitised them. */
export function asSafeHtml(html: string | null | undefined): SafeHtml {
  return (html ?? '') as SafeHtml
}

/** Plain text as HTML, for elements and for attributes in double quotes. */
export function escapeHtml(text: string): SafeHtml {
  return asSafeHtml(
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", nbsp: '\u00a0' }

/** Plain text of sanitised HTML. */
export function toPlainText(html: SafeHtml): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .trim()
}
