import { hash } from 'node:crypto'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { formatProof, hasLeadingZeros, type ProofChallenge } from '@portal/contract/proof-of-work.ts'
import type { LookupQuestion } from '#certificates/certificate-lookup.ts'
import type { TestSite } from './make-site.ts'
import { ok, type SeenRequest, type StubAnswer } from './stub-upstream.ts'

export const CHECK_PATH = '/v1/certificate/check'
export const KNOWN_NO = makeCertificateNo('20261103', 128)
export const KNOWN_CODE = '7K3M9Q'
export const WRONG_CODE = '222222'

/** Certificate of one stone, as upstream returns it. */
export const certificate = {
  certificateNo: KNOWN_NO,
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  specificGravity: 2.71,
  issuedOn: '2026-11-03',
  拉曼光谱: '1042 cm⁻¹ 强峰',
}

/** Answers as a laboratory with one published certificate. */
export function answerOneCertificate({ body }: SeenRequest): StubAnswer {
  const { certificateNo, checkCode } = JSON.parse(body) as LookupQuestion
  const isRight = certificateNo === KNOWN_NO && checkCode === KNOWN_CODE
  return ok(isRight ? { state: 'valid', certificate } : { state: 'unknown', supportNo: 'C7-20A1-9F' })
}

/** Looks a certificate up as the page does. `from`: the client, where a proxy is trusted. */
export function lookUpCertificate(site: TestSite, question: Partial<LookupQuestion> = {}, from?: string) {
  return site.app.inject({
    method: 'POST',
    url: CHECK_PATH,
    payload: { certificateNo: KNOWN_NO, checkCode: KNOWN_CODE, ...question },
    ...(from === undefined ? {} : { headers: { 'x-forwarded-for': from } }),
  })
}

/** Solves a challenge, as the page does. */
export function solve({ challenge, bits }: ProofChallenge): string {
  // A text takes half the time of a buffer for each hash; each digit has four bits.
  const zeros = '0'.repeat(bits / 4)
  for (let nonce = 0; ; nonce += 1) {
    const proof = formatProof(challenge, nonce)
    const digest = hash('sha256', proof, 'hex')
    if (digest.startsWith(zeros) && hasLeadingZeros(Buffer.from(digest, 'hex'), bits)) return proof
  }
}
