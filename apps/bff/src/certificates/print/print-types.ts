import type { MarkKind } from '@portal/contract/accounts/people-rules.ts'
import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { PrintOrder } from '@portal/contract/certificates/desk/print.ts'
import type { SignatureMember } from '@portal/contract/certificates/desk/print-rules.ts'
import type { OpenedPicture } from '../pdf/picture-file.ts'
import type { Plate } from '../pdf/picture-plates.ts'
import type { Pen } from '../pdf/sheet-pen.ts'

/** Layout of a print; the printed certificates come one by one. */
export type PrintLayout = Omit<PrintOrder, 'numbers' | 'isPreview'>

/** Facts that are the same on every sheet. */
export interface PrintFacts {
  siteName: string
  /** English name; empty when it is not set. */
  siteNameEn?: string
  /** Telephone number as printed; empty when there is none. */
  phone: string
  /** The site's own origin, scheme and host. */
  origin: string
}

/** One certificate; can be posted to a worker thread. */
export interface PrintItem {
  certificate: Certificate
  replaces: ReplacedVersion | null
  marks: readonly { kind: MarkKind; number: string }[]
  publishedMs: number
  /** `null`: printed without a code. */
  checkCode: string | null
  /** One for each of its pictures, PNG or JPEG; `null` for an unavailable one. */
  pictures: readonly (Uint8Array | null)[]
  /** Pictures of the signatures, PNG; a person without one has the name alone. */
  signatures: readonly { member: SignatureMember; bytes: Uint8Array }[]
}

/** A certificate that is being drawn, its pictures embedded. */
export interface Drawing {
  pen: Pen
  item: PrintItem
  facts: PrintFacts
  plates: readonly Plate[]
  /** Pictures of signatures by the member that names the person. */
  signatures: ReadonlyMap<string, OpenedPicture>
}
