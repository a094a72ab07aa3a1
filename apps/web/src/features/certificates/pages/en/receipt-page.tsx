import { ReceiptPage } from '../../receipt/receipt-page.tsx'
import { receipt } from '../../texts/en/receipt.tsx'
import { withTexts } from '../../texts/texts.tsx'

export { loader } from '../../receipt/receipt-page.tsx'
export { receiptAction as action } from '../../receipt/use-receipt-check.ts'
export { EnglishFailure as ErrorBoundary } from './english-failure.tsx'

const { title, lead: description, crumb } = receipt

export const meta = () => ({ title, description, crumb })

/** The page that checks receipts, in English. */
export const Component = withTexts(ReceiptPage, { receipt })
