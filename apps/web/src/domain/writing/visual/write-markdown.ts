import type { Node } from 'prosemirror-model'
import type { LoadedText, SourceBlock } from './read-markdown.ts'
import { type WrittenBlock, writeBlock } from './write-block.ts'

export interface WrittenText {
  markdown: string
  /** Offset in `markdown` behind each top-level block; an empty block has that of the one before it. */
  ends: readonly number[]
  /** Whether formatting is lost somewhere, because Markdown cannot express it there. */
  isFaithful: boolean
}

/** Blocks that were written already, because a key changes one of many. */
const writtenBlocks = new WeakMap<Node, { isSecondList: boolean; written: WrittenBlock }>()

/** Writes a document as Markdown. Blocks that were not edited since they were loaded are written byte for byte. */
export function writeMarkdown(doc: Node, loaded: LoadedText): WrittenText {
  const findSource = createSourceFinder(loaded.blocks)
  let markdown = ''
  let isFaithful = true
  let last: { node: Node; source: string; from: SourceBlock | null } | null = null
  const ends: number[] = []
  for (const node of doc.children) {
    const from = findSource(node)
    const block: WrittenBlock = from
      ? { markdown: from.source, isFaithful: true }
      : writeOnce(node, isSecondList(node, last))
    isFaithful &&= block.isFaithful
    if (block.markdown !== '') {
      if (!last) markdown = from && from === loaded.blocks[0] ? loaded.lead : ''
      else markdown += getGap(last.from, from)
      markdown += block.markdown
      last = { node, source: block.markdown, from }
    }
    ends.push(markdown.length)
  }
  if (last) markdown += loaded.tail
  return { markdown, ends, isFaithful }
}

/** Text between two blocks: as it was, and at least a blank line where a block was edited or moved. */
function getGap(before: SourceBlock | null, after: SourceBlock | null): string {
  const gap = before?.gap ?? after?.previous?.gap ?? ''
  const isInPlace = before !== null && after?.previous === before
  return isInPlace || gap.length > 1 ? gap : '\n\n'
}

/** Whether the node is a list that would continue the one before it. */
function isSecondList(node: Node, last: { node: Node; source: string } | null): boolean {
  return last?.node.type === node.type && /^\s*([-+]|\d+\.)\s/.test(last.source)
}

function writeOnce(node: Node, isSecond: boolean): WrittenBlock {
  const known = writtenBlocks.get(node)
  if (known?.isSecondList === isSecond) return known.written
  const written = writeBlock(node, isSecond)
  writtenBlocks.set(node, { isSecondList: isSecond, written })
  return written
}

/** Finds the loaded block that equals a node: at its place, or moved. */
function createSourceFinder(blocks: readonly SourceBlock[]) {
  const byNode = new Map(blocks.map((block) => [block.node, block]))
  let byText: Map<string, SourceBlock[]> | null = null
  return (node: Node): SourceBlock | null => {
    const known = byNode.get(node)
    if (known) return known
    byText ??= groupByText(blocks)
    return byText.get(node.textContent)?.find((block) => block.node.eq(node)) ?? null
  }
}

function groupByText(blocks: readonly SourceBlock[]): Map<string, SourceBlock[]> {
  const groups = new Map<string, SourceBlock[]>()
  for (const block of blocks) {
    const text = block.node.textContent
    groups.set(text, [...(groups.get(text) ?? []), block])
  }
  return groups
}
