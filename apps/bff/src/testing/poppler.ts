import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Whether this machine has poppler's programs, which read a PDF as any reader does. */
export function hasPoppler(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the text of a PDF with all blanks removed, as lines wrap anywhere. */
export function extractText(pdf: Uint8Array): string {
  return removeBlanks(run('pdftotext', pdf, ['-'], ['-raw']).toString('utf8'))
}

/** Returns the text of each page of a PDF with all blanks removed. */
export function extractPages(pdf: Uint8Array): string[] {
  const text = run('pdftotext', pdf, ['-'], ['-raw']).toString('utf8')
  return text.split('\f').slice(0, -1).map(removeBlanks)
}

/** Removes all blanks from a text. */
export function removeBlanks(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Returns the output of `pdfinfo` by its English names. */
export function readInfo(pdf: Uint8Array): Record<string, string> {
  const lines = run('pdfinfo', pdf, []).toString('utf8').split('\n')
  return Object.fromEntries(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]))
}

/** Returns the boxes of the first page, pt: lower left and upper right corner. */
export function readBoxes(pdf: Uint8Array): Record<string, number[]> {
  const lines = run('pdfinfo', pdf, [], ['-box']).toString('utf8').split('\n')
  const boxes = lines.filter((line) => /^\w+Box:/.test(line))
  return Object.fromEntries(boxes.map((line) => [line.split(':')[0], line.trim().split(/\s+/).slice(1).map(Number)]))
}

/** Returns the right edge of the first such word, pt from the left; `undefined` when there is none. */
export function findRightEdge(pdf: Uint8Array, word: string): number | undefined {
  const page = run('pdftotext', pdf, ['-'], ['-bbox']).toString('utf8')
  const found = [...page.matchAll(/xMax="([\d.]+)"[^>]*>([^<]*)</g)].find(([, , text]) => text === word)
  return found && Number(found[1])
}

export interface PrintedWord {
  text: string
  /** Edges, pt from the upper left corner. Upper and lower edge are those of the letters' bodies, without the leading. */
  left: number
  right: number
  top: number
  bottom: number
}

/** Returns the words of the first page with their places. */
export function readWords(pdf: Uint8Array): PrintedWord[] {
  const [page = ''] = run('pdftotext', pdf, ['-'], ['-bbox', '-l', '1']).toString('utf8').split('</page>')
  const found = page.matchAll(/xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g)
  return [...found].map(([, left, top, right, bottom, text = '']) => {
    const quarter = (Number(bottom) - Number(top)) / 4
    const [upper, lower] = [Number(top) + quarter, Number(bottom) - quarter]
    return { text, left: Number(left), right: Number(right), top: upper, bottom: lower }
  })
}

/** Lists the fonts of a PDF that are not embedded. */
export function listForeignFonts(pdf: Uint8Array): string[] {
  const [, , ...lines] = run('pdffonts', pdf, []).toString('utf8').trim().split('\n')
  return lines.filter((line) => !/\byes\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+$/.test(line.trim()))
}

/** Counts the pictures in a PDF. */
export function countPictures(pdf: Uint8Array): number {
  const lines = run('pdfimages', pdf, [], ['-list']).toString('utf8').split('\n')
  return lines.filter((line) => /^\s*\d+\s+\d+\s+image/.test(line)).length
}

export interface Raster {
  width: number
  height: number
  /** Red, green, blue of each pixel. */
  data: Uint8Array
}

/**
 * Renders the first page as a printer does.
 * @param part part of the page, all of it by default
 */
export function renderPage(pdf: Uint8Array, dpi: number, part: string[] = []): Raster {
  return parsePpm(run('pdftoppm', pdf, [], ['-r', String(dpi), '-singlefile', ...part]))
}

/** Renders the first, third, fifth and so on page, in their order. @param part part of each page */
export function renderOddPages(pdf: Uint8Array, dpi: number, part: string[]): Raster[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'pages-'))
  try {
    run('pdftoppm', pdf, [path.join(folder, 'page')], ['-r', String(dpi), '-o', ...part])
    // The numbers in the names have leading zeros.
    const names = readdirSync(folder).sort()
    return names.map((name) => parsePpm(readFileSync(path.join(folder, name))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function parsePpm(ppm: Buffer): Raster {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1')) ?? []
  return { width: Number(width), height: Number(height), data: ppm.subarray(head.length) }
}

/** Renders the lower right part of a page, where the certificate has its QR code, at 300 dpi. */
export function renderQrCorner(pdf: Uint8Array): Raster {
  // A4 landscape has 3508 × 2480 pixels.
  return renderPage(pdf, 300, ['-x', '2876', '-y', '1885', '-W', '421', '-H', '446'])
}

function run(program: string, pdf: Uint8Array, after: string[], before: string[] = []): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'pdf-'))
  const file = path.join(folder, 'sheet.pdf')
  try {
    writeFileSync(file, pdf)
    return execFileSync(program, [...before, file, ...after], { maxBuffer: 256 * 1024 * 1024, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
