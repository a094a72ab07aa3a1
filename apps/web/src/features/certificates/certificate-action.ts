import { readCertificateNo, readCheckCode } from '@portal/contract/certificate-number.ts'
import type { ProofChallenge } from '@portal/contract/certificates.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data } from 'react-router-dom'
import { type ApiClient, ApiError } from '#lib/api-client.ts'
import { type ActionInput, defineAction } from '#lib/define-action.ts'
import { loadLaterParts } from '#lib/later-part.ts'
import type { CheckAnswer, CheckResult } from './check-result.ts'
import { beginProof, endProof, showProofProgress } from './proof-progress.ts'

const CALL = 'POST /v1/certificate/check'
/** A solved challenge is asked for once more when it came too late; then it is enough. */
const PROOFS_MAX = 2

interface Asked {
  certificateNo: string
  checkCode: string
}

/** Names of the form's fields. */
export const FIELD = { number: 'certificateNo', code: 'checkCode' } as const

/** Looks a certificate up, and gets the code that shows what comes of it on the way. */
export const certificateAction = defineAction(async (input) => {
  const [result] = await Promise.all([lookUp(input), loadLaterParts()])
  return result
})

/** What cannot be right is told without asking anybody. */
async function lookUp({ api, form, request }: ActionInput) {
  const typedNo = textOf(form, FIELD.number)
  const number = readCertificateNo(typedNo)
  const code = readCheckCode(textOf(form, FIELD.code))
  if (number.kind !== 'right' || code.kind !== 'right') {
    return withStatus({ kind: 'fault', typedNo, number, code }, CODE.malformed)
  }
  const asked = { certificateNo: number.certificateNo, checkCode: code.checkCode }
  try {
    return withStatus(await ask(api, asked, request.signal), CODE.ok)
  } catch (reason) {
    if (request.signal.aborted) throw reason
    return failed(asked.certificateNo, reason)
  }
}

async function ask(api: ApiClient, asked: Asked, signal: AbortSignal, proof?: string, tries = 0): Promise<CheckAnswer> {
  try {
    const body = proof === undefined ? asked : { ...asked, proof }
    const { data: answer, extra } = await api.callWhole(CALL, { body, quiet: true })
    return {
      kind: 'answer',
      certificateNo: asked.certificateNo,
      checkCode: answer.certificate ? asked.checkCode : null,
      answer,
      receipt: extra?.receipt ?? null,
      askedAtMs: Date.now(),
    }
  } catch (reason) {
    const challenge = challengeOf(reason)
    if (!challenge || tries >= PROOFS_MAX || !isBrowser()) throw reason
    return ask(api, asked, signal, await solveAloud(challenge, signal), tries + 1)
  }
}

/** The sum is done in the visitor's browser only: on the server it would cost whom it should protect. */
function isBrowser(): boolean {
  return typeof document !== 'undefined'
}

async function solveAloud(challenge: ProofChallenge, signal: AbortSignal): Promise<string> {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  signal.addEventListener('abort', cancel, { once: true })
  beginProof(cancel)
  try {
    const { solveProof } = await import('./solve-proof.ts')
    return await solveProof(challenge, { signal: controller.signal, onProgress: showProofProgress })
  } finally {
    endProof()
  }
}

function challengeOf(reason: unknown): ProofChallenge | null {
  if (!(reason instanceof ApiError) || reason.code !== CODE.tooMany) return null
  return (reason.extra.challenge as ProofChallenge | undefined) ?? null
}

function failed(certificateNo: string, reason: unknown) {
  const isAnswer = reason instanceof ApiError
  // Given up by the visitor while it was being solved.
  const isGivenUp = reason instanceof Error && reason.name === 'AbortError'
  if (isGivenUp || (isAnswer && reason.code === CODE.tooMany)) {
    const retryAfterS = (isAnswer && reason.retryAfterS) || null
    return withStatus({ kind: 'busy', certificateNo, retryAfterS }, CODE.tooMany)
  }
  const status = isAnswer ? reason.code : 0
  const message = isAnswer ? reason.message : ''
  return withStatus({ kind: 'unavailable', certificateNo, status, message }, CODE.overloaded)
}

function withStatus(result: CheckResult, status: number) {
  return data(result, { status })
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
