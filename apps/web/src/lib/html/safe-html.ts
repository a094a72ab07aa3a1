declare const sanitised: unique symbol

/** HTML that the BFF has sanitised. Only `ui/rich-text.tsx` sets it. */
export type SafeHtml = string & { [sanitised]: true }

/** Vouches that `html` is a member which the contract lists under `html`, i.e. that the BFF sanitises it. */
export function asSafeHtml(html: string | null | undefined): SafeHtml {
  return (html ?? '') as SafeHtml
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", nbsp: '\u00a0' }

/** The words of sanitised HTML, for places that show plain text. */
export function toPlainText(html: SafeHtml): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .trim()
}
