const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Escapes text for an element or an attribute. XML 1.0 does not allow control characters at all. */
export function escapeXml(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (character) => NAMED[character] ?? '')
}
