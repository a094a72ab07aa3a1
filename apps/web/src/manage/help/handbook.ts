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
      const [chapterText = '', ...sections] = chapter.split(/^#### /m)
      return { ...parseSection(chapterText), sections: sections.map(parseSection) }
    })
}

/** Lists chapters and sections in order. */
export function listSections(chapters: readonly Chapter[]): Section[] {
  return chapters.flatMap((chapter) => [chapter, ...chapter.sections])
}

/** Collects all words of a section without markup, for the search. */
export function collectText({ title, blocks }: Section): string {
  const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.pieces] : block.items))
  return [title, ...lines.map((pieces) => pieces.map(({ text }) => text).join(''))].join('\n')
}

function parseSection(text: string): Section {
  const [title = '', ...lines] = text.split('\n')
  return { title: title.trim(), blocks: parseBlocks(lines.join('\n')) }
}

function parseBlocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(parseBlock)
}

function parseBlock(text: string): Block {
  if (!ITEM.test(text)) return { kind: 'paragraph', pieces: parsePieces(joinLines(text)) }
  const items = text.split(/\n(?=- |\d+\. )/).map((item) => parsePieces(joinLines(item.replace(ITEM, ''))))
  return { kind: 'list', isOrdered: !text.startsWith('- '), items }
}

/** Joins the lines of a paragraph; Chinese needs no blank between them. */
function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, '')
}

const MARKED = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/

function parsePieces(text: string): Piece[] {
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
