import { parseDocument } from '#lib/html/trusted-html.ts'
import { makeLists } from './word-lists.ts'

/** Larger clipboards are pasted as text: cleaning them would hold up the page. */
const HTML_MAX_CHARS = 2_000_000
const ELEMENTS_MAX = 20_000

const DROPPED =
  'script, style, meta, link, title, xml, object, embed, iframe, svg, math, form, input, button, select, textarea, noscript, template, [class^="MsoComment"], .msocomanchor, [data-style*="mso-element:comment"], [data-style*="mso-list:Ignore" i]'

/**
 * Cleans copied HTML for the parser of the editor: headings, bold, lists, tables, links and own pictures stay.
 * @returns `null` when it is too large
 */
export function cleanHtml(html: string): HTMLElement | null {
  if (html.length > HTML_MAX_CHARS) return null
  const { body } = parseDocument(html)
  if (body.querySelectorAll('*').length > ELEMENTS_MAX) return null
  const isWord = /\bmso-|urn:schemas-microsoft-com|class="?Mso/i.test(html)
  // Before their numbers are dropped, because these tell the kind of the list.
  if (isWord) makeLists(body)
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  if (isWord) for (const deletion of body.querySelectorAll('del')) deletion.remove()
  markStyles(body)
  setHeadings(body)
  for (const link of body.querySelectorAll('a')) cleanLink(link)
  for (const image of body.querySelectorAll('img')) {
    if (!/^\/file\/img\//.test(toOwnPath(image.getAttribute('src') ?? ''))) image.remove()
    else image.setAttribute('src', toOwnPath(image.getAttribute('src') ?? ''))
  }
  // Tables inside of tables first.
  for (const table of [...body.querySelectorAll('table')].reverse()) straightenTable(table)
  removeIndents(body)
  return body
}

/** Styles of an element, which `parseDocument` has moved to another attribute. */
function readStyle(element: Element): CSSStyleDeclaration {
  const { style } = document.createElement('span')
  style.cssText = element.getAttribute('data-style') ?? ''
  return style
}

/** Makes elements of the inline styles that Word and web editors use for bold and the like. */
function markStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('b[data-style], strong[data-style], span[data-style]')) {
    const { fontWeight, fontStyle, verticalAlign, textDecoration, textDecorationLine } = readStyle(element)
    if (element.tagName !== 'SPAN') {
      if (fontWeight === 'normal' || fontWeight === '400') element.replaceWith(...element.childNodes)
      continue
    }
    if (fontWeight === 'bold' || Number(fontWeight) >= 600) wrapContent(element, 'strong')
    if (fontStyle === 'italic') wrapContent(element, 'em')
    if (`${textDecoration} ${textDecorationLine}`.includes('line-through')) wrapContent(element, 's')
    if (verticalAlign === 'super') wrapContent(element, 'sup')
    if (verticalAlign === 'sub') wrapContent(element, 'sub')
  }
}

function wrapContent(element: HTMLElement, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** Headings start at the second level, because the first is the title of the article. */
function setHeadings(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    const style = paragraph.getAttribute('data-style') ?? ''
    const level = /^MsoHeading(\d)/.exec(paragraph.className)?.[1] ?? /mso-outline-level:\s*(\d)/.exec(style)?.[1]
    if (level) rename(paragraph, `h${Math.min(Number(level), 6)}`)
  }
  const shift = body.querySelector('h1') ? 1 : 0
  for (const heading of [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')]) {
    rename(heading, `h${Math.min(Number(heading.tagName[1]) + shift, 4)}`)
  }
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Parameters of an address that only tell where it was copied. */
const TRACKING = /^(utm_\w+|spm|from|share_token|scm)$/

function cleanLink(link: HTMLAnchorElement): void {
  const address = toOwnPath(link.getAttribute('href') ?? '')
  if (!/^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(address)) {
    link.replaceWith(...link.childNodes)
    return
  }
  const [path = '', query] = address.split(/\?(.*)/s)
  const kept = query?.split('&').filter((part) => !TRACKING.test(part.split('=')[0] ?? '')) ?? []
  link.setAttribute('href', kept.length > 0 ? `${path}?${kept.join('&')}` : path)
  link.removeAttribute('title')
}

/** An address of this site as a path; others unchanged. */
function toOwnPath(address: string): string {
  const { origin } = window.location
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}

/** Maximum number of columns that one cell may span. */
const CELLS_MAX = 100

const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6, tr'

/** Makes a table of rows with equal numbers of cells, each with one paragraph; merged cells are divided. */
function straightenTable(table: HTMLTableElement): void {
  const { ownerDocument: page } = table
  const rows = [...table.rows]
  const grid = rows.map((): (HTMLElement | null | undefined)[] => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1
      const columns = Math.min(cell.colSpan, CELLS_MAX)
      for (const line of grid.slice(y, y + Math.max(1, cell.rowSpan))) line.length = Math.max(line.length, x)
      for (const line of grid.slice(y, y + Math.max(1, cell.rowSpan)))
        line.splice(x, columns, ...new Array(columns).fill(null))
      grid[y]?.splice(x, 1, cell)
      x += columns
    }
  }
  const width = Math.max(0, ...grid.map((line) => line.length))
  if (width === 0) {
    table.remove()
    return
  }
  const aligns = Array.from({ length: width }, (_, x) => findAlignment(grid.slice(1).map((line) => line[x])))
  const straight = page.createElement('table')
  grid.forEach((line, y) => {
    const row = straight.appendChild(page.createElement('tr'))
    for (let x = 0; x < width; x += 1) {
      const cell = line[x]
      const copy = row.appendChild(page.createElement(y === 0 ? 'th' : 'td'))
      const align = aligns[x]
      if (align) copy.setAttribute('align', align)
      copy.appendChild(page.createElement('p')).append(...(cell ? joinBlocks(cell) : []))
    }
  })
  table.replaceWith(straight)
}

/** The alignment that all filled cells of a column have; Markdown aligns whole columns. */
function findAlignment(cells: readonly (HTMLElement | null | undefined)[]): string | null {
  const filled = cells.filter((cell) => cell?.textContent?.trim())
  const aligns = new Set(filled.map((cell) => cell && (cell.getAttribute('align') || readStyle(cell).textAlign)))
  const [align] = aligns
  return aligns.size === 1 && (align === 'right' || align === 'center') ? align : null
}

/** Content of a cell, its paragraphs joined by breaks. */
function joinBlocks(cell: HTMLElement): Node[] {
  for (const block of cell.querySelectorAll(BLOCKS)) {
    if (block.nextSibling && block.textContent?.trim()) block.append(cell.ownerDocument.createElement('br'))
    block.replaceWith(...block.childNodes)
  }
  return [...cell.childNodes]
}

/** Removes full-width blanks that indent paragraphs. */
function removeIndents(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, div, li, h2, h3, h4')) {
    let first: Node | null = paragraph.firstChild
    while (first && first.nodeType !== Node.TEXT_NODE) first = first.firstChild
    if (first?.nodeValue) first.nodeValue = first.nodeValue.replace(/^[\s\u3000\u00a0]+/, '')
  }
}
