import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { checkCertificate } from '@portal/contract/certificates/certificates.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type Finding, fault, ok, type Subject } from '#finding.ts'
import { readContract } from './contract.ts'
import { makeUpstreamAddress } from './variants.ts'

/** A well-formed number with a date on which nothing was registered. */
const NEVER_ISSUED = { certificateNo: makeCertificateNo('20000101', 0), checkCode: '222222' }

/** Checks that upstream answers lookups, if the site offers them. */
export async function checkCertificates({ config, ask }: Subject, timeoutMs: number): Promise<Finding[]> {
  if (config.certificateSource === 'off')
    return [ok('CERTIFICATE_SOURCE is off: the page says that lookups are closed')]
  const address = makeUpstreamAddress(config, 'POST', checkCertificate.path)
  const off = 'Set CERTIFICATE_SOURCE=off until upstream serves it: the page then says so'
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask(address, { method: 'POST', headers, body: JSON.stringify(NEVER_ISSUED), timeoutMs })
    if (answer.status === CODE.noSuchCall || /"code":\s*404\b/.test(answer.text)) {
      return [fault('upstream has no certificate lookup (404)', off)]
    }
    const reading = await readContract(checkCertificate, answer, config.upstreamPrefix)
    return 'level' in reading ? [{ ...reading, remedy: off }] : [ok('upstream answers certificate lookups')]
  } catch {
    return [fault('upstream does not answer a certificate lookup', off)]
  }
}
