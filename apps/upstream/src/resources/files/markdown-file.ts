import { oneLine } from '#text/one-line.ts'
import type { MultipartFile } from './multipart-file.ts'

/** As long as `contentMd` of the contract may be: what is read can also be saved. */
export const MARKDOWN_MAX_BYTES = 1_000_000
const TITLE_MAX = 120
const ENDING = /\.(?:md|markdown|txt)$/i
/** Control characters that no text contains; tabs and line ends are fine. */
const BINARY = /(?![\t\n\f])\p{Cc}/u

/** The text and its name without the ending; `undefined` for what is no text in UTF-8. */
export function toMarkdown({ bytes, fileName }: MultipartFile): { content: string; fileName: string } | undefined {
  if (!ENDING.test(fileName)) return undefined
  try {
    // Strict, and a byte order mark is dropped.
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
    if (BINARY.test(content)) return undefined
    const name = fileName.replace(/^.*[\\/]/, '').replace(ENDING, '')
    return { content, fileName: oneLine(name, TITLE_MAX) }
  } catch {
    return undefined
  }
}
