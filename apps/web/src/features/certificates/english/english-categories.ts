import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'

/** Categories of samples in English. */
export const CATEGORIES: Readonly<Record<CertificateCategory, string>> = {
  gemstone: 'Gemstone',
  jade: 'Jade',
  turquoise: 'Turquoise',
  diamond: 'Diamond',
  organic: 'Organic gem material',
  metal: 'Precious metal jewellery',
}
