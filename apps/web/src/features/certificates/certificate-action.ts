import {
  type CodeReading,
  type NumberReading,
  readCertificateNo,
  readCheckCode,
} from '@portal/contract/certificates/certificate-number.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { type ActionInput, defineAction, readText } from '#lib/api/define-action.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { loadDeferredParts } from '#lib/deferred-part.ts'

/** Result of a submitted form. */
export type CheckResult = LookupResult & {
  /** Sent by the form, because the answer to a form without scripts has no `?v=`. */
  printed?: PrintedVersion
}

type LookupResult =
  /** The request was not sent: number or code is invalid. */
  | { kind: 'fault'; typedNumber: string; number: NumberReading; code: CodeReading }
  | CheckAnswer
  /** The lookup failed. `status` is the code of the failed call, 0 when there was no answer. */
  | { kind: 'unavailable'; certificateNo: string; status: number; message: string }
  /** The request was rate limited. */
  | { kind: 'busy'; certificateNo: string; retryAfterS: number | null }

export interface CheckAnswer {
  kind: 'answer'
  certificateNo: string
  /** Present only with a certificate; the form of the PDF sends it. */
  checkCode: string | null
  answer: CertificateAnswer
  /** A compact JWS; `null` when the site did not sign one. */
  receipt: string | null
  /** Time of the lookup, epoch ms. */
  checkedAtMs: number
}

/** Names of the form fields. */
export const FIELD = { number: 'certificateNo', code: 'checkCode', printed: 'printed' } as const

/** Looks up a certificate, and meanwhile loads the code that shows the result. */
export const certificateAction = defineAction(async (input) => {
  const [result] = await Promise.all([lookUp(input), loadDeferredParts()])
  const printed = readPrinted(readText(input.form, FIELD.printed))
  return data<CheckResult>({ ...result.data, ...(printed && { printed }) }, result.init ?? undefined)
})

/** Content of the QR code of a printed certificate. */
export interface PrintedVersion {
  certificateNo: string
  version: number | null
}

/** `SH20261103001285 2`, as the form sends it. */
export function writePrinted({ certificateNo, version }: PrintedVersion): string {
  return `${certificateNo} ${version}`
}

function readPrinted(text: string): PrintedVersion | undefined {
  const [, certificateNo = '', version] = /^(\S{1,60}) (\d{1,6})$/.exec(text) ?? []
  return certificateNo ? { certificateNo, version: Number(version) } : undefined
}

/** Rejects invalid input without a request. */
async function lookUp({ api, form, request }: ActionInput) {
  const typedNumber = readText(form, FIELD.number)
  const number = readCertificateNo(typedNumber)
  const code = readCheckCode(readText(form, FIELD.code))
  if (number.kind !== 'right' || code.kind !== 'right') {
    return data<LookupResult>({ kind: 'fault', typedNumber, number, code }, { status: CODE.malformed })
  }
  const { certificateNo } = number
  const { checkCode } = code
  try {
    const { data: answer, extra } = await withProof(
      'lookup',
      (proof) =>
        api.callWhole('POST /v1/certificate/check', { body: { certificateNo, checkCode, ...proof }, quiet: true }),
      request.signal,
    )
    return data<LookupResult>({
      kind: 'answer',
      certificateNo,
      checkCode: answer.certificate ? checkCode : null,
      answer,
      receipt: extra?.receipt ?? null,
      checkedAtMs: Date.now(),
    })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    return toFailure(certificateNo, reason)
  }
}

function toFailure(certificateNo: string, reason: unknown) {
  const isAnswer = reason instanceof ApiError
  // The visitor cancelled the proof of work.
  const isGivenUp = reason instanceof Error && reason.name === 'AbortError'
  if (isGivenUp || (isAnswer && reason.code === CODE.tooMany)) {
    const retryAfterS = (isAnswer && reason.retryAfterS) || null
    return data<LookupResult>({ kind: 'busy', certificateNo, retryAfterS }, { status: CODE.tooMany })
  }
  const status = isAnswer ? reason.code : 0
  const message = isAnswer ? reason.message : ''
  return data<LookupResult>({ kind: 'unavailable', certificateNo, status, message }, { status: CODE.overloaded })
}
