import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { nothing, nullableNumber, nullableString, numericId, proof } from '#shapes.ts'
import { NUMBER_PATTERN } from './certificate-number.ts'
import { CertificateAnswer, CertificateNo, CheckCode } from './certificates.ts'
import { SAVED_CERTIFICATES_PAGE_SIZE, type SavedCertificateState } from './saved-certificate-rules.ts'

/** A number of the demo content is the example, for tools that try every call. */
const certificateNumber = Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })
const params = Type.Object({ certificateNo: certificateNumber })
/** `mismatch`: the stored certificate differs from the public log, so nothing of it is shown. */
const state = Type.Unsafe<SavedCertificateState | 'mismatch'>({
  type: 'string',
  enum: ['valid', 'reissued', 'withdrawn', 'mismatch'],
})
/** A compact JWS over the certificate's answer, which the BFF adds; see `certificate-receipt.ts`. */
const receipt = Type.Object({ receipt: Type.Optional(Type.String({ maxLength: 2000 })) })

/** A live share of the caller. Its link is stored nowhere, so it cannot be listed. */
export const OwnShare = Type.Object({
  id: numericId,
  certificateNo: CertificateNo,
  startTime: Type.String(),
  endTime: Type.String(),
  /** Number of times that its page was opened. */
  opens: Type.Integer({ minimum: 0 }),
})
export type OwnShare = Static<typeof OwnShare>

/** A row of the list. Its certificate is the newest version, as a lookup with number and code shows it. */
export const SavedCertificate = Type.Object({
  certificateNo: CertificateNo,
  state,
  version: Type.Integer({ minimum: 1 }),
  /** Version at the time of saving, or when the caller last dismissed the note of a change. */
  seenVersion: Type.Integer({ minimum: 1 }),
  conclusion: Type.String(),
  category: Type.String(),
  shape: nullableString,
  totalMassG: nullableNumber,
  issuedOn: nullableString,
  /** Address of the first picture of the sample. */
  pictureUrl: nullableString,
  savedOn: Type.String(),
  /** `reissued`: the number that replaces this one, without its text. */
  newerNo: nullableString,
  /** Reason for the withdrawal or for the last correction. */
  reason: nullableString,
  /** Day of the withdrawal, the reissue or the last correction. */
  changedOn: nullableString,
  /** The certificate has changed, and the caller has not dismissed the note. */
  isNews: Type.Boolean(),
  shares: Type.Array(OwnShare),
})
export type SavedCertificate = Static<typeof SavedCertificate>

export const saveCertificate = defineCall('POST /v1/certificate/saved', {
  access: 'member',
  summary: 'Ours: saves a certificate; checked and limited as a lookup',
  body: Type.Object({ certificateNo: CertificateNo, checkCode: CheckCode, proof }),
  data: nothing,
})

export const listSavedCertificates = defineCall('GET /v1/certificate/saved', {
  access: 'member',
  summary: `Ours: saved certificates of the caller, newest first, ${SAVED_CERTIFICATES_PAGE_SIZE} after another one`,
  query: Type.Object({
    after: Type.Optional(Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })),
  }),
  data: Type.Array(SavedCertificate),
  extra: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    hasMore: Type.Boolean(),
    /** Whether changes are sent by mail. */
    isMailed: Type.Boolean(),
    /** First page only: reissues and withdrawals that the caller has not dismissed, wherever they are in the list. */
    news: Type.Array(SavedCertificate),
    /** First page only: live shares of certificates that are not saved. */
    otherShares: Type.Array(OwnShare),
  }),
})

export const getSavedCertificate = defineCall('GET /v1/certificate/saved/{certificateNo}', {
  access: 'member',
  summary: 'Ours: a saved certificate as a lookup shows it now',
  params,
  data: CertificateAnswer,
  extra: receipt,
})

export const dismissCertificateNews = defineCall('PUT /v1/certificate/saved/{certificateNo}', {
  access: 'member',
  summary: 'Ours: the caller has noticed what changed',
  params,
  data: nothing,
})

export const removeSavedCertificate = defineCall('DELETE /v1/certificate/saved/{certificateNo}', {
  access: 'member',
  summary: 'Ours: removes a saved certificate; its shares stay',
  params,
  data: nothing,
})

export const setSavedCertificateMails = defineCall('PUT /v1/certificate/saved', {
  access: 'member',
  summary: 'Ours: whether changes of saved certificates are mailed to the caller',
  body: Type.Object({ isMailed: Type.Boolean() }),
  data: nothing,
})

export const savedCertificateCalls = [
  saveCertificate,
  listSavedCertificates,
  getSavedCertificate,
  dismissCertificateNews,
  removeSavedCertificate,
  setSavedCertificateMails,
] as const
