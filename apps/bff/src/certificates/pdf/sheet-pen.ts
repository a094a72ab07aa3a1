import type PDFDocument from 'pdfkit'
import type { SheetWords } from './sheet-words.ts'
import type { Typesetter } from './typesetter.ts'

/** Drawing tools that every part of the sheet uses. */
export interface Pen {
  doc: InstanceType<typeof PDFDocument>
  type: Typesetter
  /** Chinese by default. */
  words?: SheetWords
}
