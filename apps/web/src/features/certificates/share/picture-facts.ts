import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { formatDate } from '#lib/format.ts'
import type { PictureFacts } from './share-picture.ts'

type Printed = Pick<Certificate, 'certificateNo' | 'conclusion' | 'totalMassG' | 'issuedOn' | 'pictures'>

/** What the picture of a share shows of a certificate. */
export function pictureFacts(certificate: Printed, organisation: string): Omit<PictureFacts, 'address' | 'endTime'> {
  const { certificateNo, conclusion, totalMassG, issuedOn, pictures = [] } = certificate
  return {
    ...{ organisation, conclusion, certificateNo },
    mass: totalMassG ? `${totalMassG} g` : '',
    issuedOn: formatDate(issuedOn),
    pictureUrl: pictures[0]?.url ?? null,
  }
}
