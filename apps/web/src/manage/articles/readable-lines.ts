/** Address of a picture of the library, with its id. */
const LIBRARY_PICTURE = /\/file\/img\/m\/([0-9a-f]{32})\//g
const PICTURE = /!\[([^\]]*)\]\(([^)]*)\)/g

/** Names of pictures of the library by their ids. */
export type PictureNames = Readonly<Record<string, string>>

/** Maximum number of pictures whose names are asked for. */
const NAMED_MAX = 10

/** Lists the ids of library pictures that only one of two texts has. */
export function listExchangedPictures(before: string, after: string): string[] {
  const [olds = [], news = []] = [before, after].map((text) => [...text.matchAll(LIBRARY_PICTURE)].map(([, id]) => id))
  const ids = [...olds.filter((id) => !news.includes(id)), ...news.filter((id) => !olds.includes(id))]
  return [...new Set(ids.flatMap((id) => id ?? []))].slice(0, NAMED_MAX)
}

/** Names a picture by its alternative text and its name in the library. */
function describePicture(alt: string, address: string, names: PictureNames): string {
  const id = [...address.matchAll(LIBRARY_PICTURE)][0]?.[1] ?? ''
  const words = [alt, names[id]].filter(Boolean).join('，')
  return words ? `［图片：${words}］` : '［图片］'
}

/** Matches an empty line, and the line of a table that separates its head. */
const WORDLESS = /^[\s|:-]*$/

export interface ReadableLine {
  text: string
  /** Markdown of the line, and of lines without words after it, such as the delimiter row of a table. */
  source: string
}

/**
 * Writes Markdown as it reads, line by line, for people who have only seen the visual mode: without empty lines, rules of
 * tables, and signs of emphasis. The target of a link stays, because it may be what has changed.
 */
export function toReadableLines(markdown: string, names: PictureNames = {}): ReadableLine[] {
  const lines: ReadableLine[] = []
  for (const line of markdown.split('\n')) {
    const last = lines.at(-1)
    if (!WORDLESS.test(line)) lines.push({ text: toText(line, names), source: line.trim() })
    else if (last && line.trim() !== '') last.source += `\n${line.trim()}`
  }
  return lines
}

function toText(line: string, names: PictureNames): string {
  return line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/^(\s*)[-*+]\s+/, '$1• ')
    .replace(/^\s*>\s?/, '')
    .replace(/^\s*\||\|\s*$/g, '')
    .replace(/\s*(?:\|)\s*/g, '　')
    .replace(/<br>/g, ' ')
    .replace(PICTURE, (_whole, alt: string, address: string) => describePicture(alt, address, names))
    .replace(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, '$1（$2）')
    .replace(/\*\*|__/g, '')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1')
    .trim()
}

/** Names a link by its words in a text, for people who have not seen its address. */
export function nameLink(markdown: string, address: string): string {
  const links = markdown.matchAll(/(!?)\[([^\]\n]*)\]\(<?([^)\s>]*)/g)
  const words = [...links].find(([, sign, , to]) => sign === '' && to === address)?.[2]
  return words ? `“${toText(words, {})}”（${address}）` : address
}

/** Describes the change of a line whose words are the same; `null`: nothing has changed. */
export function describeFormChange(before: ReadableLine, after: ReadableLine): string | null {
  if (before.source === after.source) return null
  const [old, now] = [before, after].map(({ source }) => [...source.matchAll(PICTURE)].map(([, , address]) => address))
  return String(old) === String(now) ? '格式有变化' : '换了图片'
}
