declare const sanitised: unique symbol

/** HTML that the BFF has sanitised. Only `ui/rich-text.tsx` sets it. */
export type SafeHtml = string & { [sanitised]: true }

/** Casts members that the contract lists under `html`, which the BFF has sanitised. */
export function asSafeHtml(html: string | null | undefined): SafeHtml {
  return (html ?? '') as SafeHtml
}

/** Escapes plain text for HTML elements and attributes in double quotes. */
export function escapeHtml(text: string): SafeHtml {
  return asSafeHtml(
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", nbsp: '\u00a0' }

/** Converts sanitised HTML to plain text. */
export function toPlainText(html: SafeHtml): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .trim()
}
