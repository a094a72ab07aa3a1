import { type Static, Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nullable, nullableString } from '../../shapes.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'
import { Certificate, CertificateNo } from '../certificates.ts'
import { DeskEvent, shownState } from './desk-shapes.ts'

/** Ours: the events of a certificate, and the content that holders of its code saw at each time. Lookups are not included. */

/** A published version. */
const PublishedVersion = Type.Object({
  version: Type.Integer(),
  time: Type.String(),
  /** Reason for the replacement of the previous version. */
  reason: nullableString,
  text: Certificate,
  /** Reason why one person prepared and approved it; left out when there were two. */
  aloneReason: Type.Optional(Type.String()),
})
export type PublishedVersion = Static<typeof PublishedVersion>

/** Content that holders of the code saw, and the time from which they saw it. */
const ShownSince = Type.Object({
  from: Type.String(),
  state: shownState,
  /** Version whose text is shown; `null`: none. */
  version: nullable(Type.Integer()),
})
export type ShownSince = Static<typeof ShownSince>

export const getCertificateHistory = defineCall('GET /v1/manage/certificates/{certificateNo}/history', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: the published versions of a certificate, what holders of its code saw when, and each step',
  params: Type.Object({
    certificateNo: Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] }),
  }),
  data: Type.Object({
    certificateNo: CertificateNo,
    /** `reissued`: the newer number. */
    newerNo: nullableString,
    /** Reason for the withdrawal, as holders of the code read it. */
    endReason: nullableString,
    /** Oldest first. */
    versions: Type.Array(PublishedVersion),
    /** Periods from the oldest to now, without a gap. */
    shown: Type.Array(ShownSince),
    /** Newest first. */
    events: Type.Array(DeskEvent),
    /** Entries of the public log, oldest first; an entry that is still pending is missing. */
    logged: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal('publish'), Type.Literal('withdraw'), Type.Literal('reissue')]),
        version: Type.Integer(),
        /** Index of the entry, from 0. */
        index: Type.Integer(),
      }),
    ),
    /** Time of the answer. */
    now: Type.String(),
  }),
})

export const deskHistoryCalls = [getCertificateHistory] as const
