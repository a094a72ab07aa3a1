import { countLabels, LABEL_PAGE, SHEETS } from '@portal/contract/certificates/desk/print-rules.ts'
import PDFDocument from 'pdfkit'
import { BILINGUAL_WORDS } from '../pdf/bilingual-words.ts'
import { embedPlates } from '../pdf/certificate-pdf.ts'
import { ENGLISH_WORDS } from '../pdf/english-words.ts'
import { embedPicture, type OpenedPicture } from '../pdf/picture-file.ts'
import { loadSheetFonts } from '../pdf/sheet-fonts.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import { CHINESE_WORDS, type SheetWords } from '../pdf/sheet-words.ts'
import { createTypesetter } from '../pdf/typesetter.ts'
import { drawCardBack } from './card-back.ts'
import { drawCardFront } from './card-front.ts'
import { drawBleed, drawCropMarks, MARK_MARGIN } from './crop-marks.ts'
import { drawLabel } from './label-sheet.ts'
import { mm } from './lengths.ts'
import { drawA4, drawA5 } from './page-sheets.ts'
import type { Drawing, PrintFacts, PrintItem, PrintLayout } from './print-types.ts'
import { drawTestPage } from './test-page.ts'

/** Missing in pdfkit's types: its catalogue, for the preferences of a viewer (ISO 32000-1, 12.2). */
declare global {
  namespace PDFKit {
    interface PDFDocument {
      _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } }
    }
  }
}

interface Options {
  layout: PrintLayout
  facts: PrintFacts
  /** Creation time of the file: the first certificate's publication, so that the same version gives the same bytes. */
  createdMs: number
}

/** Words of the layouts in other languages. */
const WORDS: Partial<Record<PrintLayout['kind'], SheetWords>> = { 'a4-en': ENGLISH_WORDS, 'a4-zh-en': BILINGUAL_WORDS }

export type PrintDocument = ReturnType<typeof createPrintDocument>

/**
 * Builds a print page by page; each step returns the bytes that it adds. Sheets and their measures: `print-rules.ts`.
 */
export function createPrintDocument({ layout, facts, createdMs }: Options) {
  const { kind, grid, startCell, calibration } = layout
  const withBleed = kind === 'card' && layout.withBleed
  const words = WORDS[kind] ?? CHINESE_WORDS
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    lang: words.language,
    displayTitle: true,
    info: {
      Title: words.print.name,
      Author: facts.siteName,
      Creator: facts.origin,
      CreationDate: new Date(createdMs),
      ModDate: new Date(createdMs),
    },
  })
  // Viewers shrink pages to 94–97 % otherwise.
  doc._root.data.ViewerPreferences.data.PrintScaling = 'None'
  const pen = { doc, type: createTypesetter(doc, loadSheetFonts(), [INK.text, INK.second, INK.caption]), words }
  /** The next free label of the page, from 0. */
  let cell = startCell - 1
  let items = 0

  /** @param size size of the trim, mm */
  function addPage({ width, height }: { width: number; height: number }): void {
    const margin = withBleed ? MARK_MARGIN : 0
    const size: [number, number] = [mm(width) + 2 * margin, mm(height) + 2 * margin]
    doc.addPage({ size, margin: 0 })
    const toBox = (out: number) => [margin - out, margin - out, size[0] - margin + out, size[1] - margin + out]
    const bleed = withBleed ? { BleedBox: toBox(mm(SHEETS.card.bleed)) } : {}
    Object.assign(doc.page.dictionary.data, { TrimBox: toBox(0), ...bleed })
    if (withBleed) {
      doc.translate(margin, margin)
      return
    }
    const { offsetX, offsetY, scaleX, scaleY } = calibration
    doc.transform(scaleX / 1000, 0, 0, scaleY / 1000, mm(offsetX / 10), mm(offsetY / 10))
  }

  function drawCard(drawing: Drawing): void {
    for (const drawSide of [drawCardFront, drawCardBack]) {
      addPage(SHEETS.card)
      if (withBleed) drawBleed(pen)
      drawSide(drawing)
      if (withBleed) drawCropMarks(pen)
    }
    doc.flushPages()
  }

  function drawNextLabel(drawing: Drawing): void {
    if (cell === countLabels(grid)) {
      doc.flushPages()
      cell = 0
    }
    if (cell === 0 || !doc.page) addPage(LABEL_PAGE)
    drawLabel(drawing, grid, cell)
    cell += 1
  }

  /** Returns everything that was written since the last call. */
  const takeWritten = (): Uint8Array => (doc.read() as Buffer | null) ?? new Uint8Array()

  return {
    async add(item: PrintItem): Promise<Uint8Array> {
      const plates = kind === 'label' ? [] : await embedPlates(doc, selectPictures(kind, item), item.pictures)
      const signatures = kind === 'label' || kind === 'card' ? new Map() : await embedSignatures(doc, item)
      const drawing = { pen, item, facts, plates, signatures }
      if (kind === 'card') drawCard(drawing)
      else if (kind === 'label') drawNextLabel(drawing)
      else {
        addPage(SHEETS[kind])
        if (kind === 'a5') drawA5(drawing)
        else drawA4(drawing)
        doc.flushPages()
      }
      items += 1
      doc.info.Title = items === 1 ? `${words.print.name} ${item.certificate.certificateNo}` : words.print.name
      return takeWritten()
    },
    /** Adds a test page instead of certificates. */
    addTestPage(): void {
      doc.info.Title = '打印机校准页'
      addPage(LABEL_PAGE)
      drawTestPage(pen, grid)
    },
    end(): Uint8Array {
      doc.end()
      return takeWritten()
    },
  }
}

/** Embeds the pictures of signatures; an unreadable one is left out. */
async function embedSignatures(doc: InstanceType<typeof PDFDocument>, { signatures }: PrintItem) {
  const embedded = new Map<string, OpenedPicture>()
  for (const { member, bytes } of signatures) {
    const picture = await embedPicture(doc, bytes)
    if (picture) embedded.set(member, picture)
  }
  return embedded
}

/** Returns the pictures for this kind of print; a card has space for one. */
function selectPictures(kind: PrintLayout['kind'], { certificate }: PrintItem): PrintItem['certificate'] {
  return kind === 'card' ? { ...certificate, pictures: certificate.pictures?.slice(0, 1) ?? [] } : certificate
}
