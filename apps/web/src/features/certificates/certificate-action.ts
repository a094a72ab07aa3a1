import { readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { CODE } from '@portal/contract/errors.ts'
import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { data } from 'react-router-dom'
import type { InvalidLookup } from '#domain/certificates/use-lookup-form.ts'
import { type ActionInput, defineAction, readText } from '#lib/api/define-action.ts'
import { type LookupFailure, readLookupFailure } from '#lib/api/lookup-failure.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { loadDeferredParts } from '#lib/parts/deferred-part.ts'

/** Result of a submitted form. */
export type CheckResult = LookupResult & {
  /** Sent by the form, because the answer to a form without scripts has no `?v=`. */
  printed?: PrintedVersion
}

type LookupResult = InvalidLookup | CheckAnswer | (LookupFailure & { certificateNo: string })

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
  const number = readNumber('certificate', typedNumber)
  const code = readCheckCode(readText(form, FIELD.code))
  if (number.kind !== 'right' || code.kind !== 'right') {
    return data<LookupResult>({ kind: 'fault', typedNumber, number, code }, { status: CODE.malformed })
  }
  const certificateNo = number.number
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
    const { failure, pageStatus } = readLookupFailure(reason)
    return data<LookupResult>({ ...failure, certificateNo }, { status: pageStatus })
  }
}
