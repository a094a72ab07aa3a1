import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { nothing, nullableNumber, nullableString, numericId, proof } from '#shapes.ts'
import { NUMBER_PATTERN } from './certificate-number.ts'
import { CertificateAnswer, CertificateNo, CheckCode } from './certificates.ts'
import { KEPT_PAGE_SIZE, type KeptState } from './keeping-rules.ts'

/** Of the demo content, for tools that try every call. */
const number = Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })
const params = Type.Object({ certificateNo: number })
/** `mismatch`: what is stored is not what the public log has, so nothing of the certificate is shown. */
const state = Type.Unsafe<KeptState | 'mismatch'>({
  type: 'string',
  enum: ['valid', 'reissued', 'withdrawn', 'mismatch'],
})
/** Added by the BFF: a compact JWS over the certificate's answer, see `certificate-receipt.ts`. */
const receipt = Type.Object({ receipt: Type.Optional(Type.String({ maxLength: 2000 })) })

/** A live share of the caller. Its link is stored nowhere, so it cannot be listed. */
export const OwnShare = Type.Object({
  id: numericId,
  certificateNo: CertificateNo,
  startTime: Type.String(),
  endTime: Type.String(),
  /** Times that its page was opened. */
  opens: Type.Integer({ minimum: 0 }),
})
export type OwnShare = Static<typeof OwnShare>

/** A row of the list. Its certificate is the newest version, as a lookup with number and code shows it. */
export const KeptCertificate = Type.Object({
  certificateNo: CertificateNo,
  state,
  version: Type.Integer({ minimum: 1 }),
  /** When it was kept, or when the caller last dismissed the note of a change. */
  seenVersion: Type.Integer({ minimum: 1 }),
  conclusion: Type.String(),
  category: Type.String(),
  shape: nullableString,
  totalMassG: nullableNumber,
  issuedOn: nullableString,
  /** The first one of the sample. */
  pictureUrl: nullableString,
  keptOn: Type.String(),
  /** `reissued`: the number that took its place, without its text. */
  newerNo: nullableString,
  /** Of a withdrawal or of the last correction. */
  reason: nullableString,
  /** Day of the withdrawal, reissue or last correction. */
  changedOn: nullableString,
  /** It has changed, and the caller has not dismissed the note. */
  isNews: Type.Boolean(),
  shares: Type.Array(OwnShare),
})
export type KeptCertificate = Static<typeof KeptCertificate>

export const keepCertificate = defineCall('POST /v1/certificate/kept', {
  access: 'member',
  summary: 'Ours: keeps a certificate; checked and limited as a lookup',
  body: Type.Object({ certificateNo: CertificateNo, checkCode: CheckCode, proof }),
  data: nothing,
})

export const listKept = defineCall('GET /v1/certificate/kept', {
  access: 'member',
  summary: `Ours: kept certificates of the caller, newest first, ${KEPT_PAGE_SIZE} after another one`,
  query: Type.Object({
    after: Type.Optional(Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })),
  }),
  data: Type.Array(KeptCertificate),
  extra: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    hasMore: Type.Boolean(),
    /** Changes are mailed. */
    isMailed: Type.Boolean(),
    /** With the first page: reissues and withdrawals that the caller has not noticed, wherever they are in the list. */
    news: Type.Array(KeptCertificate),
    /** With the first page: live shares of certificates that are not kept. */
    otherShares: Type.Array(OwnShare),
  }),
})

export const getKept = defineCall('GET /v1/certificate/kept/{certificateNo}', {
  access: 'member',
  summary: 'Ours: a kept certificate as a lookup shows it now',
  params,
  data: CertificateAnswer,
  extra: receipt,
})

export const noticeKept = defineCall('PUT /v1/certificate/kept/{certificateNo}', {
  access: 'member',
  summary: 'Ours: the caller has noticed what changed',
  params,
  data: nothing,
})

export const removeKept = defineCall('DELETE /v1/certificate/kept/{certificateNo}', {
  access: 'member',
  summary: 'Ours: keeps a certificate no longer; its shares go on',
  params,
  data: nothing,
})

export const setKeptMails = defineCall('PUT /v1/certificate/kept', {
  access: 'member',
  summary: 'Ours: whether changes of kept certificates are mailed to the caller',
  body: Type.Object({ isMailed: Type.Boolean() }),
  data: nothing,
})

export const keptCalls = [keepCertificate, listKept, getKept, noticeKept, removeKept, setKeptMails] as const
