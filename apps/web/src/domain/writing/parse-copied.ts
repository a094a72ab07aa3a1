import { parseDocument } from '#lib/html/trusted-html.ts'

/** Parses copied HTML without its event handlers, which the content security policy would report though nothing runs. */
export function parseCopied(html: string): Document {
  return parseDocument(html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/[\s/]on\w+\s*=/gi, ' data-on=')))
}
