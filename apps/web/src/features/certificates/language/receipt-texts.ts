import { createContext, use } from 'react'
import { chineseReceipt } from './chinese-receipt.tsx'

export type ReceiptTexts = typeof chineseReceipt

export const ReceiptLanguage = createContext<ReceiptTexts>(chineseReceipt)

/** Texts of the page that checks receipts, in its language. */
export function useReceiptTexts(): ReceiptTexts {
  return use(ReceiptLanguage)
}
