import { type Static, Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { NUMBER_PATTERN } from '../../certificates/certificate-number.ts'
import { Certificate, CertificateNo } from '../../certificates/certificates.ts'
import { nullable, nullableString } from '../../shapes.ts'
import { DeskAct, shownState } from './desk-shapes.ts'

/** Ours: what was done with a certificate, and what holders of its code saw when. Lookups are not in it. */

/** A published version. */
const PublishedVersion = Type.Object({
  version: Type.Integer(),
  time: Type.String(),
  /** Why it took the place of the version before. */
  reason: nullableString,
  text: Certificate,
  /** Why one person prepared and approved it; left out when there were two. */
  aloneReason: Type.Optional(Type.String()),
})
export type PublishedVersion = Static<typeof PublishedVersion>

/** What holders of the code saw from a moment on. */
const ShownSince = Type.Object({
  from: Type.String(),
  state: shownState,
  /** The version whose text is shown; `null`: none. */
  version: nullable(Type.Integer()),
})
export type ShownSince = Static<typeof ShownSince>

export const getCertificateHistory = defineCall('GET /v1/manage/certificates/{certificateNo}/history', {
  access: 'staff',
  duties: ['certify', 'approve'],
  summary: 'Ours: the published versions of a certificate, what holders of its code saw when, and each step',
  params: Type.Object({
    certificateNo: Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] }),
  }),
  data: Type.Object({
    certificateNo: CertificateNo,
    /** Of a reissued one. */
    newerNo: nullableString,
    /** Why it was withdrawn, as holders read it. */
    endReason: nullableString,
    /** Oldest first. */
    versions: Type.Array(PublishedVersion),
    /** Oldest first; without a gap up to now. */
    shown: Type.Array(ShownSince),
    /** Newest first. */
    acts: Type.Array(DeskAct),
    /** Entries of the public log, oldest first; those of a number that waits for its entry come later. */
    logged: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal('publish'), Type.Literal('withdraw'), Type.Literal('reissue')]),
        version: Type.Integer(),
        /** From 0. */
        index: Type.Integer(),
      }),
    ),
    /** When this was read. */
    now: Type.String(),
  }),
})

export const deskHistoryCalls = [getCertificateHistory] as const
