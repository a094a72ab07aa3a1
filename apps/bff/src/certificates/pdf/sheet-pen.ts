import type PDFDocument from 'pdfkit'
import type { SheetWords } from './sheet-words.ts'
import type { Typesetter } from './typesetter.ts'

/** What every part of the sheet draws with. */
export interface Pen {
  doc: InstanceType<typeof PDFDocument>
  type: Typesetter
  /** By default in Chinese. */
  words?: SheetWords
}
