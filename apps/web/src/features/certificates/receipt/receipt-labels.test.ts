import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { expect, it } from 'vitest'
import { receipt as english } from '../texts/en/receipt.tsx'
import { certificateTexts } from '../texts/zh/certificate.tsx'
import { receipt as chinese } from '../texts/zh/receipt.tsx'

it('a receipt names conclusion, mass and number as the certificate does, and explains its code as the certificate does', () => {
  const { certificateNo, conclusion, totalMassG } = CERTIFICATE_FIELDS
  expect(chinese.facts).toMatchObject({
    number: certificateNo.label,
    conclusion: conclusion.label,
    mass: totalMassG.label,
  })
  expect(chinese.code).toEqual(certificateTexts.card.receipt)
  expect(english.facts).toMatchObject({ conclusion: conclusion.labelEn, mass: totalMassG.labelEn })
})
