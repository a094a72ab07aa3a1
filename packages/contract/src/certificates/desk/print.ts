import { type Static, Type } from 'typebox'
import { MARK_KINDS, type MarkKind } from '../../accounts/people-rules.ts'
import { defineCall } from '../../call.ts'
import { nullable, nullableString } from '../../shapes.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'
import { Certificate, CertificateNo, CheckCode, ReplacedVersion } from '../certificates.ts'
import {
  CALIBRATION_MAX,
  countLabels,
  LABEL_GRID_NAMES,
  type LabelGrid,
  PRINT_KINDS,
  PRINT_MAX,
  type PrintKind,
  SIGNATURE_MEMBERS,
  type SignatureMember,
} from './print-rules.ts'

/** Ours: certificates on paper. */

const existing = Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })
const params = Type.Object({ certificateNo: existing })
const kind = Type.Unsafe<PrintKind>({ type: 'string', enum: [...PRINT_KINDS] })
const numbers = Type.Array(existing, { maxItems: PRINT_MAX, uniqueItems: true, examples: [['SH20261103001285']] })

/** Printed content of the newest published version. */
const printedText = {
  certificate: Certificate,
  /** `null` for a first version. */
  replaces: nullable(ReplacedVersion),
  /** Marks that this category may show today. */
  marks: Type.Array(
    Type.Object({
      kind: Type.Unsafe<MarkKind>({ type: 'string', enum: [...MARK_KINDS] }),
      number: Type.String(),
    }),
  ),
  /** Pictures of the signatures of this version, PNG in Base64; a person without one has the name alone. */
  signatures: Type.Array(
    Type.Object({
      member: Type.Unsafe<SignatureMember>({ type: 'string', enum: [...SIGNATURE_MEMBERS] }),
      content: Type.String(),
    }),
  ),
  /** Time at which this version was published. */
  publishedTime: Type.String(),
}

export const printWithCode = defineCall('POST /v1/manage/certificates/{certificateNo}/print', {
  access: 'staff',
  duties: ['certify', 'approve'],
  fresh: true,
  reachedBy: 'site',
  summary: 'Ours: text and check code of a certificate for one print, which is counted; the BFF answers a PDF of it',
  params,
  body: Type.Object({ kind }),
  data: Type.Object({ ...printedText, checkCode: CheckCode }),
  audit: 'certificate.print',
})

export const printWithoutCode = defineCall('POST /v1/manage/certificates/{certificateNo}/copy', {
  access: 'staff',
  duties: ['support', 'certify', 'review', 'approve'],
  reachedBy: 'site',
  summary: 'Ours: text of a certificate for one print without its code, which is counted; the BFF answers a PDF of it',
  params,
  body: Type.Object({ kind }),
  data: Type.Object(printedText),
  audit: 'certificate.copy',
})

/** Reason why a number is not printed; `ready`: it is. `mismatch`: the stored certificate differs from the public log. */
const PRINT_STATES = ['ready', 'unknown', 'unpublished', 'withdrawn', 'reissued', 'mismatch'] as const

export const PrintRow = Type.Object({
  certificateNo: CertificateNo,
  state: Type.Unsafe<(typeof PRINT_STATES)[number]>({ type: 'string', enum: [...PRINT_STATES] }),
  /** The desk made its check code, so that the code can be printed. */
  hasCode: Type.Boolean(),
  version: Type.Integer(),
  conclusion: nullableString,
  /** Number of prints of the published version. */
  prints: Type.Integer(),
})

export type PrintRow = Static<typeof PrintRow>

export const listPrintable = defineCall('POST /v1/manage/certificates/printable', {
  access: 'staff',
  duties: ['support', 'certify', 'review', 'approve'],
  summary: 'Ours: which of these numbers can be printed, and the text of the first one for a preview without its code',
  body: Type.Object({ numbers }),
  data: Type.Object({
    rows: Type.Array(PrintRow),
    first: nullable(Type.Object(printedText)),
  }),
  audit: null,
})

export const printCalls = [printWithCode, printWithoutCode, listPrintable] as const

const { offset, scale } = CALIBRATION_MAX
const tenths = Type.Integer({ minimum: -offset, maximum: offset })
const thousandths = Type.Integer({ minimum: 1000 - scale, maximum: 1000 + scale })

/**
 * Body of `POST /bff/certificates/print`, which answers a PDF. Without numbers it prints the test page for a printer. A preview
 * shows the first certificate with stars in place of its code, and is not counted as a print.
 */
export const PrintOrder = Type.Object({
  numbers,
  kind,
  withCode: Type.Boolean(),
  isPreview: Type.Boolean(),
  /** Adds bleed and crop marks for a print shop. */
  withBleed: Type.Boolean(),
  grid: Type.Unsafe<LabelGrid>({ type: 'string', enum: LABEL_GRID_NAMES }),
  /** First free label, from 1. */
  startCell: Type.Integer({ minimum: 1, maximum: countLabels('5x13') }),
  calibration: Type.Object({ offsetX: tenths, offsetY: tenths, scaleX: thousandths, scaleY: thousandths }),
})
export type PrintOrder = Static<typeof PrintOrder>
