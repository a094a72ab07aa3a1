import { handbook } from 'virtual:handbook'

/** A piece of a line. */
export type Piece = { kind: 'text' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; to: string }

export type Block = { kind: 'paragraph'; pieces: Piece[] } | { kind: 'list'; isOrdered: boolean; items: Piece[][] }

/** A section about one page or tab. Its title is unique in the handbook, because addresses use it. */
export interface Section {
  title: string
  blocks: Block[]
}

/** A chapter about a place of the rail, with sections for its other pages and tabs. */
export interface Chapter extends Section {
  sections: Section[]
}

const ITEM = /^(?:- |\d+\. )/

/** Parses the chapters of the handbook. @param markdown chapters with `###`, sections with `####` */
export function readHandbook(markdown: string = handbook): Chapter[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((chapter) => {
      const [own = '', ...sections] = chapter.split(/^#### /m)
      return { ...sectionOf(own), sections: sections.map(sectionOf) }
    })
}

/** Lists chapters and sections in order. */
export function allSections(chapters: readonly Chapter[]): Section[] {
  return chapters.flatMap((chapter) => [chapter, ...chapter.sections])
}

/** Collects all words of a section without markup, for the search. */
export function textOf({ title, blocks }: Section): string {
  const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.pieces] : block.items))
  return [title, ...lines.map((pieces) => pieces.map(({ text }) => text).join(''))].join('\n')
}

function sectionOf(text: string): Section {
  const [title = '', ...lines] = text.split('\n')
  return { title: title.trim(), blocks: blocksOf(lines.join('\n')) }
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

/** Joins the lines of a paragraph; Chinese needs no blank between them. */
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
