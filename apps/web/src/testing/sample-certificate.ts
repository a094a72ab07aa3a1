import type { Certificate } from '@portal/contract/certificates/certificates.ts'

/** A published certificate with few members. */
export const SAMPLE_CERTIFICATE: Certificate = {
  certificateNo: 'SH20261103001285',
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  totalMassG: 12.36,
  issuedOn: '2026-11-03',
}
