import type { Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { breakLines } from './line-breaks.ts'
import type { SheetFonts, Weight } from './sheet-fonts.ts'
import { round, splitColour } from './vector-path.ts'

export interface Style {
  weight: Weight
  /** pt */
  size: number
  /** `#rrggbb` */
  colour: string
  /** Space between characters, as part of the size. */
  tracking?: number
  /** Invisible text, for screen readers and copying. */
  isUnseen?: boolean
}

/** Ink of black text on paper: gray 0 uses the black plate alone. */
export const BLACK = '#000000'

/**
 * Writes single lines of any text. Characters that the font lacks are replaced so that the text still reads and copies
 * correctly.
 */
export interface Typesetter {
  /** Returns the printed colour for a colour of the design. */
  getInk(colour: string): string
  measureWidth(text: string, style: Style): number
  splitLines(text: string, style: Style, width: number): string[]
  /** @param y position of the baseline */
  write(text: string, x: number, y: number, style: Style, align?: 'left' | 'right' | 'centre'): void
}

type RunKind = 'plain' | 'raised' | 'lowered' | 'lacking'

/** How a character is drawn: by which characters, and how wide (parts of the size). */
interface Drawn {
  kind: RunKind
  text: string
  width: number
}

/** Neighbouring characters that are drawn in the same way. */
interface Run {
  kind: RunKind
  text: string
  /** Text that a PDF reader copies. */
  source: string
  /** pt */
  width: number
}

/** Digits and signs that the font has in one size only. */
const RAISED = { from: '⁰⁴⁵⁶⁷⁸⁹⁺⁻', to: '0456789+−' }
const LOWERED = { from: '₀₁₂₃₄₅₆₇₈₉₊₋', to: '0123456789+−' }
/** Size and shift of raised and lowered digits, as parts of the size. */
const SCRIPT = { size: 0.6, up: 0.34, down: 0.12 }
/** Replacement for a character that the font lacks. */
const LACKING = '□'
/** Tracking from which a PDF reader takes the space between two characters for a blank. */
const WIDE_TRACKING = 0.08

/** Members of pdfkit that its types leave out; unchanged since version 0.8. They place text exactly. */
interface EmbeddedFont {
  id: string
  ref(): unknown
  encode(text: string, features: object): [codes: string[], positions: unknown]
}
declare global {
  namespace PDFKit {
    interface PDFDocument {
      _font: EmbeddedFont
    }
    namespace Mixins {
      interface PDFFont {
        registerFont(name: string, font: Font): this
      }
    }
  }
}

/** @param blackened colours that are printed black */
export function createTypesetter(
  doc: InstanceType<typeof PDFDocument>,
  fonts: SheetFonts,
  blackened: readonly string[] = [],
): Typesetter {
  const getInk = (colour: string) => (blackened.includes(colour) ? BLACK : colour)
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  const known = { regular: new Map<string, Drawn>(), bold: new Map<string, Drawn>() }

  function findDrawn(character: string, weight: Weight): Drawn {
    let drawn = known[weight].get(character)
    if (!drawn) {
      drawn = findDrawing(character, fonts, weight)
      known[weight].set(character, drawn)
    }
    return drawn
  }

  function measure(text: string, { weight, size, tracking = 0 }: Style): number {
    let width = 0
    for (const character of text) width += findDrawn(character, weight).width + tracking
    return width * size
  }

  function splitRuns(text: string, style: Style): Run[] {
    const runs: Run[] = []
    for (const source of text) {
      const { kind, text: drawn } = findDrawn(source, style.weight)
      const width = measure(source, style)
      const last = runs.at(-1)
      if (last && last.kind === kind) {
        last.text += drawn
        last.source += source
        last.width += width
      } else {
        runs.push({ kind, text: drawn, source, width })
      }
    }
    return runs
  }

  return {
    getInk,
    measureWidth: (text, style) => measure(clean(text), style),
    splitLines: (text, style, width) => breakLines(clean(text), width, (piece) => measure(piece, style)),
    write(text, x, y, style, align = 'left') {
      const runs = splitRuns(clean(text), style)
      // The last character's tracking does not count.
      const whole = runs.reduce((sum, { width }) => sum + width, 0) - (style.tracking ?? 0) * style.size
      let at = x - { left: 0, right: whole, centre: whole / 2 }[align]
      for (const run of runs) {
        drawRun(doc, run, at, y, { ...style, colour: getInk(style.colour) })
        at += run.width
      }
    },
  }
}

/** Text operators (ISO 32000-1, 9.4) on a page whose y axis points down. */
function drawRun(doc: InstanceType<typeof PDFDocument>, run: Run, x: number, y: number, style: Style): void {
  const { weight, size, colour, tracking = 0, isUnseen = false } = style
  const { _font: font, page } = doc.font(weight)
  page.fonts[font.id] ??= font.ref()
  // Kerning and ligatures would change the measured width.
  const [codes] = font.encode(run.text, { kern: false, liga: false })
  const shown = `<${codes.join('')}> Tj`
  const at = (fontSize: number, baseline: number) =>
    `/${font.id} ${round(fontSize)} Tf 1 0 0 -1 ${round(x)} ${round(baseline)} Tm`
  const begin = `q BT ${makeFillOperator(colour)} ${round(tracking * size)} Tc ${at(size, y)}${isUnseen ? ' 3 Tr' : ''}`
  if (run.kind === 'plain' && tracking < WIDE_TRACKING) {
    doc.addContent(`${begin} ${shown} ET Q`)
    return
  }
  // A run that is drawn differently from its text carries the text for readers.
  const actualText = `/Span <</ActualText <feff${encodeUtf16(run.source)}>>> BDC`
  const rise = { plain: 0, lacking: 0, raised: -SCRIPT.up * size, lowered: SCRIPT.down * size }[run.kind]
  // PDF readers take a small digit off the baseline for a line of its own; an invisible one on the baseline keeps it in
  // place.
  const script = `3 Tr ${shown} 0 Tr ${at(size * SCRIPT.size, y + rise)} ${shown} ${at(size, y)}`
  doc.addContent(`${begin} ${actualText} ${rise === 0 ? shown : script} EMC ET Q`)
}

/** Operator that sets the fill colour. */
export function makeFillOperator(colour: string): string {
  return colour === BLACK ? '0 g' : `${splitColour(colour).join(' ')} rg`
}

/** Encodes text as UTF-16BE in hexadecimal digits, as PDF text strings are. */
function encodeUtf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

function findDrawing(source: string, fonts: SheetFonts, weight: Weight): Drawn {
  const font = fonts[weight]
  const measureWidth = (text: string) => font.glyphForCodePoint(text.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm
  for (const [kind, { from, to }] of [['raised', RAISED] as const, ['lowered', LOWERED] as const]) {
    const at = from.indexOf(source)
    if (at >= 0) return { kind, text: to.charAt(at), width: measureWidth(to.charAt(at)) * SCRIPT.size }
  }
  if (font.hasGlyphForCodePoint(source.codePointAt(0) ?? 0))
    return { kind: 'plain', text: source, width: measureWidth(source) }
  return { kind: 'lacking', text: LACKING, width: measureWidth(LACKING) }
}

/**
 * Removes invisible characters and those that change the writing direction; replaces all blanks by spaces and radicals
 * by characters.
 */
function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2e80-\u2fdf\uf900-\ufaff]/g, (character) => character.normalize('NFKC'))
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2000-\u200a\u202f\t]/g, ' ')
    .replace(/\u2011/g, '-')
    .replace(/[^\P{C}\n]|\p{Variation_Selector}/gu, '')
}
