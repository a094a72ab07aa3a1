import { readStyle } from './read-style.ts'

/** Maximum number of elements that a paste may have or make. */
export const ELEMENTS_MAX = 20_000
/** Maximum number of columns that one cell may span. */
const CELLS_MAX = 100

const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6, tr'

/** Classes of Excel and of the sheets of WPS, which hold bold text and fills. */
const SHEET_RULE = /\.((?:xl|et)\d+)\s*\{([^{}]*)\}/g

/** Gives cells the styles of their classes, as if they were written into them. */
export function applySheet(html: string, body: HTMLElement): void {
  const rules = new Map([...html.matchAll(SHEET_RULE)].map(([, name = '', style = '']) => [name, style]))
  if (rules.size === 0) return
  for (const cell of body.querySelectorAll('td, th')) {
    const style = rules.get(cell.className)
    if (style) cell.setAttribute('data-style', `${style};${cell.getAttribute('data-style') ?? ''}`)
  }
}

const isAlone = (table: HTMLElement, body: HTMLElement) => table.textContent?.trim() === body.textContent?.trim()

/** Whether the first row of a table is bold, filled, or made of head cells. */
function isHeadMarked(table: HTMLTableElement): boolean {
  const filled = [...(table.rows[0]?.cells ?? [])].filter((cell) => cell.textContent?.trim())
  return filled.every((cell) => {
    const { fontWeight, background, backgroundColor } = readStyle(cell)
    const ground = `${cell.getAttribute('bgcolor') ?? ''} ${background} ${backgroundColor}`
    const isFilled = /#|rgb|[a-z]/i.test(ground.replace(/transparent|none|white|window|#fff(fff)?\b/gi, ''))
    const isBold = fontWeight === 'bold' || Number(fontWeight) >= 600 || cell.querySelector('b, strong') !== null
    return cell.tagName === 'TH' || isBold || isFilled
  })
}

type Grid = (HTMLElement | null | undefined)[][]

/** Finds the cell of each place of a table; `null`: another cell spans it. @returns `null` when it has too many places */
function makeGrid(table: HTMLTableElement): Grid | null {
  const rows = [...table.rows]
  const grid: Grid = rows.map(() => [])
  let places = 0
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1
      const columns = Math.min(cell.colSpan, CELLS_MAX)
      const lines = grid.slice(y, y + Math.max(1, cell.rowSpan))
      places += columns * lines.length
      if (places > ELEMENTS_MAX) return null
      for (const line of lines) {
        line.length = Math.max(line.length, x)
        line.splice(x, columns, ...new Array(columns).fill(null))
      }
      grid[y]?.splice(x, 1, cell)
      x += columns
    }
  }
  return grid
}

export interface StraightTables {
  /** Number of cells that spanned others. */
  merged: number
  /** There is one table and nothing else, and nothing tells that its first row is the head. */
  isHeadUnsure: boolean
}

/** Straightens the tables, the inner ones first. @returns `null` when they have too many places */
export function straightenTables(body: HTMLElement): StraightTables | null {
  const tables = [...body.querySelectorAll('table')].reverse()
  const isHeadUnsure = tables.length === 1 && tables.every((table) => isAlone(table, body) && !isHeadMarked(table))
  const cells = [...body.querySelectorAll<HTMLTableCellElement>('td, th')]
  const merged = cells.filter((cell) => cell.colSpan > 1 || cell.rowSpan > 1).length
  let places = 0
  for (const table of tables) {
    const grid = makeGrid(table)
    if (grid) places += grid.length * Math.max(0, ...grid.map((line) => line.length))
    if (!grid || places > ELEMENTS_MAX) return null
    straightenTable(table, grid)
  }
  return { merged, isHeadUnsure }
}

/** Makes a table of rows with equal numbers of cells, each with one paragraph; merged cells are divided. */
function straightenTable(table: HTMLTableElement, grid: Grid): void {
  const { ownerDocument: page } = table
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
  // Readers see heads in bold already.
  for (const bold of straight.querySelectorAll('th b, th strong')) bold.replaceWith(...bold.childNodes)
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
