import { handbook } from 'virtual:handbook'

/** A piece of a line. */
export type Piece = { kind: 'text' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; to: string }

export type Block = { kind: 'paragraph'; pieces: Piece[] } | { kind: 'list'; isOrdered: boolean; items: Piece[][] }

/** A section has the name of its place in the rail. */
export interface Section {
  title: string
  blocks: Block[]
}

const ITEM = /^(?:- |\d+\. )/

/** The sections of the handbook. */
export function readHandbook(markdown: string = handbook): Section[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return { title: title.trim(), blocks: blocksOf(lines.join('\n')) }
    })
}

function blocksOf(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf)
}

function blockOf(text: string): Block {
  if (!ITEM.test(text)) return { kind: 'paragraph', pieces: piecesOf(joined(text)) }
  const items = text.split(/\n(?=- |\d+\. )/).map((item) => piecesOf(joined(item.replace(ITEM, ''))))
  return { kind: 'list', isOrdered: !text.startsWith('- '), items }
}

/** Lines of a paragraph are one; Chinese needs no blank between them. */
function joined(text: string): string {
  return text.replace(/\s*\n\s*/g, '')
}

const MARKED = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/

function piecesOf(text: string): Piece[] {
  return text
    .split(MARKED)
    .filter((piece) => piece !== '')
    .map((piece): Piece => {
      if (piece.startsWith('`')) return { kind: 'code', text: piece.slice(1, -1) }
      if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2).replaceAll('`', '') }
      const [, name, to] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? []
      return name && to ? { kind: 'link', text: name, to } : { kind: 'text', text: piece }
    })
}
