const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Text as it may stand in an element or an attribute. Control characters are not allowed in XML 1.0 at all. */
export function escapeXml(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (character) => NAMED[character] ?? '')
}
