import type * as Chinese from '../receipt/receipt-page.tsx'
import { EnglishFailure } from './english-failure.tsx'
import { englishReceipt } from './english-receipt.tsx'
import { ENGLISH_CRUMB, ENGLISH_LOOKUP } from './english-words.ts'

const { title, lead: description } = englishReceipt
const CRUMB = [{ text: ENGLISH_LOOKUP.title, to: ENGLISH_LOOKUP.path }, { text: title }]

/** The page that checks receipts in English, built from the Chinese page like `certificate-page.tsx`. */
export function createEnglishPage({ ReceiptLanguage, ReceiptPage, action, loader }: typeof Chinese) {
  function Component() {
    return (
      <ReceiptLanguage value={englishReceipt}>
        <ReceiptPage crumb={CRUMB} words={ENGLISH_CRUMB} />
      </ReceiptLanguage>
    )
  }
  return {
    Component,
    action,
    loader,
    meta: () => ({ title, description, crumb: CRUMB }),
    ErrorBoundary: EnglishFailure,
  }
}
