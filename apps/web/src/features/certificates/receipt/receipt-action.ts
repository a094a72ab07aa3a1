import { CODE } from '@portal/contract/errors.ts'
import { data } from 'react-router-dom'
import { defineAction } from '#lib/api/define-action.ts'
import { type ReceiptVerdict, verifyReceipt } from './verify-receipt.ts'

/** Name of the form field. */
export const RECEIPT_FIELD = 'receipt'

export interface ReceiptCheck {
  typed: string
  /** `empty`: no text was entered. */
  verdict: ReceiptVerdict | { kind: 'empty' }
}

/** Handles the form without JavaScript, with the same verification. */
export const receiptAction = defineAction(async ({ api, form }) => {
  const field = form.get(RECEIPT_FIELD)
  const typed = typeof field === 'string' ? field : ''
  if (typed.trim() === '') return data<ReceiptCheck>({ typed, verdict: { kind: 'empty' } }, { status: CODE.malformed })
  const { keys } = await api.callBff('GET /bff/certificates')
  return data<ReceiptCheck>({ typed, verdict: await verifyReceipt(typed, keys) })
})
