import { DESK_CHOSEN_MAX } from './desk-rules.ts'

/** Sheets on which certificates are printed, for pages and the BFF; there are no schemas here. Lengths in mm. */

/** `a4-en`: in English; `a4-zh-en`: in Chinese with English beside it (中英对照). */
export const PRINT_KINDS = ['card', 'a5', 'a4', 'a4-en', 'a4-zh-en', 'label'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

/** Maximum number of certificates in one print. */
export const PRINT_MAX = DESK_CHOSEN_MAX

const A4 = { width: 297, height: 210, safe: 8, moduleDots: 7 } as const

/** Trim size, the safe distance of texts from it, and the size of a module of the QR code in dots at 300 dpi. */
export const SHEETS = {
  /** Size and corners of ISO/IEC 7810 ID-1. */
  card: { width: 85.6, height: 53.98, radius: 3.18, safe: 3, bleed: 2, moduleDots: 5 },
  a5: { width: 148, height: 210, safe: 6, moduleDots: 6 },
  a4: A4,
  'a4-en': A4,
  'a4-zh-en': A4,
} as const

/** Grids of labels on A4, portrait: columns, rows, position of the first label, and steps to the next ones. */
export const LABEL_GRIDS = {
  '5x13': {
    columns: 5,
    rows: 13,
    left: 4.75,
    top: 10.7,
    pitchX: 40.6,
    pitchY: 21.2,
    width: 38.1,
    height: 21.2,
    safe: 1.4,
    moduleDots: 5,
  },
  '3x7': {
    columns: 3,
    rows: 7,
    left: 7.5,
    top: 15.5,
    pitchX: 66,
    pitchY: 38.1,
    width: 63.5,
    height: 38.1,
    safe: 2,
    moduleDots: 7,
  },
} as const
export type LabelGrid = keyof typeof LABEL_GRIDS
export const LABEL_GRID_NAMES = Object.keys(LABEL_GRIDS) as LabelGrid[]
/** A4, portrait. */
export const LABEL_PAGE = { width: 210, height: 297 } as const

/** Field of the check code, and the scratch foil that a print shop applies over it. */
export const CODE_FIELD = { width: 44, height: 11, foilWidth: 42, foilHeight: 9 } as const

/** Correction of a printer's offset and scale, applied before printing. */
export interface Calibration {
  /** Offsets to the right and downwards, tenths of a mm. */
  offsetX: number
  offsetY: number
  /** Scale in thousandths: 1000 is the true size. */
  scaleX: number
  scaleY: number
}
export const NO_CALIBRATION: Calibration = { offsetX: 0, offsetY: 0, scaleX: 1000, scaleY: 1000 }
/** Maximum correction in each direction. */
export const CALIBRATION_MAX = { offset: 100, scale: 50 } as const

export const countLabels = (grid: LabelGrid): number => LABEL_GRIDS[grid].columns * LABEL_GRIDS[grid].rows

/** Counts the pages of a print. @param startCell first free label, from 1 */
export function countPages(kind: PrintKind, certificates: number, startCell: number, grid: LabelGrid): number {
  if (kind === 'card') return certificates * 2
  if (kind !== 'label') return certificates
  return Math.ceil((certificates + startCell - 1) / countLabels(grid))
}

/** Labels are too small for a field with the code. */
export const canHoldCode = (kind: PrintKind): boolean => kind !== 'label'

/** Paths in printed QR codes, as short as possible, with their pages: `/c/SH20261103001285?v=2` leads to the lookup. */
export const SHORT_LOOKUP_PATHS = { '/c': '/certificate-check', '/e': '/en/certificate-check' } as const
export type ShortLookupPath = keyof typeof SHORT_LOOKUP_PATHS

/** Builds 「第 2 版，代替第 1 版（2026-11-03）」, which every corrected certificate shows. */
export function formatReplacement(version: number, replaces: { version: number; issuedOn: string }): string {
  return `第 ${version} 版，代替第 ${replaces.version} 版（${replaces.issuedOn}）`
}

/** Members of a certificate that name who signed it, in the order of the steps. */
export const SIGNATURE_MEMBERS = ['inspector', 'reviewer', 'approver'] as const
export type SignatureMember = (typeof SIGNATURE_MEMBERS)[number]
