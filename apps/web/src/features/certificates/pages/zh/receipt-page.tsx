import { ReceiptPage } from '../../receipt/receipt-page.tsx'
import { withTexts } from '../../texts/texts.tsx'
import { receipt } from '../../texts/zh/receipt.tsx'

export { loader } from '../../receipt/receipt-page.tsx'
export { receiptAction as action } from '../../receipt/use-receipt-check.ts'

const { title, lead: description, crumb } = receipt

export const meta = () => ({ title, description, crumb })

/** The page that checks receipts, in Chinese. */
export const Component = withTexts(ReceiptPage, { receipt })
