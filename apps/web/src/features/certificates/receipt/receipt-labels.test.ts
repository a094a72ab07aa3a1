import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { expect, it } from 'vitest'
import { englishReceipt } from '../english/english-receipt.tsx'
import { chineseReceipt } from '../language/chinese-receipt.tsx'

it('a receipt names conclusion, mass and number as the certificate does', () => {
  const { certificateNo, conclusion, totalMassG } = CERTIFICATE_FIELDS
  expect(chineseReceipt.facts).toMatchObject({
    number: certificateNo.label,
    conclusion: conclusion.label,
    mass: totalMassG.label,
  })
  expect(englishReceipt.facts).toMatchObject({ conclusion: conclusion.labelEn, mass: totalMassG.labelEn })
})
