import { DOMParser } from 'prosemirror-model'
import type { PictureActs } from '../../text-editor.ts'
import { preserveLargeTables, readMarkdown } from '../read-markdown.ts'
import { schema } from '../schema.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { cleanHtml, placePictures } from './clean-html.ts'

/** Converts the HTML of a file to Markdown by the rules of a paste; `null` when it is too large. */
export function convertHtml(
  html: string,
  takePicture: PictureActs['takeCopied'],
): { content: string; dropped: readonly string[] } | null {
  const cleaned = cleanHtml(html)
  if (!cleaned) return null
  const refused = placePictures(cleaned.body, takePicture)
  const { content } = DOMParser.fromSchema(schema).parse(cleaned.body)
  const doc = schema.node('doc', null, preserveLargeTables(content))
  return { content: writeMarkdown(doc, readMarkdown('')).markdown, dropped: [...refused, ...cleaned.dropped] }
}
