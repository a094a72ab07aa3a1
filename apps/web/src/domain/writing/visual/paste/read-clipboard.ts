import { DOMParser, Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { schema } from '../schema.ts'
import { cleanHtml } from './clean-html.ts'

const { nodes } = schema

/** Reads the clipboard: HTML before text. `null` for nothing that can be inserted. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>, state: EditorState): Slice | null {
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n')
  const html = data.getData('text/html')
  if (state.selection.$from.parent.type.spec.code)
    return text ? new Slice(Fragment.from(schema.text(text)), 0, 0) : null
  const body = html ? cleanHtml(html) : null
  const slice = body?.textContent?.trim() || body?.querySelector('img') ? parse(body) : readText(text)
  return slice && isInTable(state) ? toOneLine(slice) : slice
}

function parse(body: HTMLElement): Slice {
  return DOMParser.fromSchema(schema).parseSlice(body)
}

/** A blank line begins a paragraph; a line end is a break. */
function readText(text: string): Slice | null {
  const paragraphs = text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => nodes.paragraph.create(null, toLines(part.split('\n').filter((line) => line.trim() !== ''))))
  return paragraphs.length > 0 ? new Slice(Fragment.from(paragraphs), 1, 1) : null
}

function toLines(lines: readonly string[]): Node[] {
  return lines.flatMap((line, at) => [
    ...(at > 0 ? [nodes.hard_break.create()] : []),
    schema.text(line.replace(/\t/g, ' ').trim()),
  ])
}

/** Content for a cell, which has one paragraph: blocks become lines. */
function toOneLine(slice: Slice): Slice {
  const lines: Node[] = []
  slice.content.descendants((node) => {
    if (!node.isTextblock) return true
    if (lines.length > 0) lines.push(nodes.hard_break.create())
    node.forEach((child) => {
      lines.push(child)
    })
    return false
  })
  return new Slice(Fragment.from(lines), 0, 0)
}
