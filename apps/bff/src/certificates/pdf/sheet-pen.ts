import type PDFDocument from 'pdfkit'
import type { Typesetter } from './typesetter.ts'

/** What every part of the sheet draws with. */
export interface Pen {
  doc: InstanceType<typeof PDFDocument>
  type: Typesetter
}
