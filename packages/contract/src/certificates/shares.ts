import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { nothing, numericId, proof } from '#shapes.ts'
import { NUMBER_PATTERN } from './certificate-number.ts'
import { CertificateAnswer, CertificateNo, CheckCode } from './certificates.ts'
import { SHARE_SECRET_PATTERN, SHARE_STATES, type ShareDays, type ShareState } from './saved-certificate-rules.ts'

const EXAMPLE = 'A'.repeat(43)
const secret = Type.String({ pattern: SHARE_SECRET_PATTERN, examples: [EXAMPLE] })
const days = Type.Unsafe<ShareDays>({ type: 'integer', enum: [1, 7, 30] })

/** A new share. The answer contains the secret of the link once: only its hash is stored. */
export const NewShare = Type.Object({
  id: numericId,
  /** Secret of the link: the last part of its path. */
  secret,
  startTime: Type.String(),
  endTime: Type.String(),
  /** Key with which a visitor can revoke the share, answered once; members revoke theirs in the list. */
  revokeKey: Type.Optional(secret),
})
export type NewShare = Static<typeof NewShare>

/** Content that the link of a share shows. */
export const SharedResult = Type.Object({
  state: Type.Unsafe<ShareState>({ type: 'string', enum: SHARE_STATES }),
  startTime: Type.String(),
  endTime: Type.String(),
  /** `shown`: the newest version of the certificate, as a lookup shows it. */
  answer: Type.Optional(CertificateAnswer),
  /** `shown`: the version at the time of sharing. */
  sharedVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  /** `reissued`, `withdrawn`: number of the certificate. */
  certificateNo: Type.Optional(CertificateNo),
  changedOn: Type.Optional(Type.String()),
})
export type SharedResult = Static<typeof SharedResult>

export const shareCertificate = defineCall('POST /v1/certificate/share', {
  access: 'public',
  summary: 'Ours: makes a link that shows a valid certificate without its code; checked and limited as a lookup',
  body: Type.Object({ certificateNo: CertificateNo, checkCode: CheckCode, days, proof }),
  data: NewShare,
})

export const shareSavedCertificate = defineCall('POST /v1/certificate/saved/{certificateNo}/share', {
  access: 'member',
  summary: 'Ours: makes a link that shows a valid certificate that the caller saved',
  params: Type.Object({ certificateNo: Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] }) }),
  body: Type.Object({ days }),
  data: NewShare,
})

/** A POST keeps the secret out of logged addresses. Pages make it with every view, so it counts nothing. */
export const readShare = defineCall('POST /v1/certificate/share/read', {
  access: 'public',
  summary: 'Ours: what a link shows; one refusal for every unknown secret',
  body: Type.Object({ secret }),
  data: SharedResult,
  extra: Type.Object({ receipt: Type.Optional(Type.String({ maxLength: 2000 })) }),
})

export const countShareOpen = defineCall('POST /v1/certificate/share/opened', {
  access: 'public',
  summary: 'Ours: counts that the page of a share was opened; sent by its script, so previews do not count',
  body: Type.Object({ secret }),
  data: nothing,
  rateLimited: true,
})

export const revokeShare = defineCall('DELETE /v1/certificate/share/{id}', {
  access: 'member',
  summary: 'Ours: ends a share of the caller',
  params: Type.Object({ id: numericId }),
  data: nothing,
})

export const revokeShareByKey = defineCall('POST /v1/certificate/share/revoke', {
  access: 'public',
  summary: 'Ours: ends a share by the key that its maker got',
  body: Type.Object({ key: secret }),
  data: nothing,
})

export const shareCalls = [
  shareCertificate,
  shareSavedCertificate,
  readShare,
  countShareOpen,
  revokeShare,
  revokeShareByKey,
] as const
