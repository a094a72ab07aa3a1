import { expect, it } from 'vitest'
import { certificateTexts as english } from './en/certificate.tsx'
import { receipt as englishReceipt } from './en/receipt.tsx'
import { certificateTexts as chinese } from './zh/certificate.tsx'
import { receipt as chineseReceipt } from './zh/receipt.tsx'

it('explains the code of a receipt on its page as on the certificate', () => {
  expect(chineseReceipt.code).toEqual(chinese.card.receipt)
  expect(englishReceipt.code).toEqual(english.card.receipt)
})
