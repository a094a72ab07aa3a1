import type { DataFor } from '@portal/contract/calls.ts'
import { type PrintedRow, toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'

export type Printable = DataFor<'POST /v1/manage/certificates/printable'>
export type PrintedText = NonNullable<Printable['first']>

/** What a preview draws; never a code. */
export interface PreviewFacts {
  text: PrintedText
  siteName: string
  host: string
  /** Of the QR code. */
  address: string
}

/** Rows of a certificate, as its sheets show them. */
export const factRows = (certificate: PrintedText['certificate']): PrintedRow[] =>
  toPrintedRows(certificate).filter(({ group }) => group !== 'head' && group !== 'foot')
