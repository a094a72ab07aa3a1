import type { ReceiptKey } from '@portal/contract/certificates/certificate-receipt.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useRef, useState } from 'react'
import { data, useLocation } from 'react-router-dom'
import { defineAction, readText } from '#lib/api/define-action.ts'
import { loadCryptography } from '#lib/ed25519.ts'
import type { ReceiptVerdict } from './verify-receipt.ts'

/**
 * Verifies on the device a receipt that is pasted, chosen as a file, or in the fragment of the address.
 * @param sent verdict of the server when the form was sent without scripts
 */
export function useReceiptCheck(keys: readonly ReceiptKey[], sent: ReceiptCheck | undefined) {
  const [typed, setTyped] = useState(sent?.typed ?? '')
  const [verdict, setVerdict] = useState(sent?.verdict ?? null)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  /** Number of the latest check; results of earlier ones are ignored, because checks may overlap. */
  const latestRef = useRef(0)
  /** The log's key, read once so that checks work offline. */
  const keyRef = useRef<Promise<string | undefined>>(undefined)
  const { hash } = useLocation()

  const logKey = () => {
    keyRef.current ??= loadVerification()
      .then(({ readLogKey }) => readLogKey())
      .catch(() => undefined)
    return keyRef.current
  }
  const check = async (text: string) => {
    latestRef.current += 1
    const current = latestRef.current
    setTyped(text)
    if (text.trim() === '') return setVerdict({ kind: 'empty' })
    setIsBusy(true)
    setHasFailed(false)
    try {
      const [{ verifyReceipt }] = await Promise.all([loadVerification(), loadVerdict()])
      const found = await verifyReceipt(text, keys, logKey)
      if (current === latestRef.current) setVerdict(found)
    } catch {
      // The code that verifies or shows could not be loaded.
      setVerdict(null)
      setHasFailed(true)
    } finally {
      setIsBusy(false)
    }
  }
  // Loads the code and the key now, so that the page can check receipts offline later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const loadReceiptCode = async () => (await loadVerdict()).loadReceiptCode()
    Promise.all([loadCryptography(), loadReceiptCode(), logKey()]).catch(() => undefined)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks each fragment once
  useEffect(() => {
    if (hash.length > 1) void check(hash.slice(1))
  }, [hash])
  return { typed, verdict, error: getError(verdict, hasFailed), isBusy, change: setTyped, check }
}

/** Loads the view of a verdict. */
export const loadVerdict = () => import('./receipt-verdict.tsx')

const loadVerification = () => import('./verify-receipt.ts')

function getError(verdict: ReceiptCheck['verdict'] | null, hasFailed: boolean): 'failed' | 'empty' | undefined {
  if (hasFailed) return 'failed'
  return verdict?.kind === 'empty' ? 'empty' : undefined
}

/** Name of the form field. */
export const RECEIPT_FIELD = 'receipt'

export interface ReceiptCheck {
  typed: string
  /** `empty`: no text was entered. */
  verdict: ReceiptVerdict | { kind: 'empty' }
}

/** Handles the form without JavaScript, by the same verification. */
export const receiptAction = defineAction(async ({ api, form }) => {
  const typed = readText(form, RECEIPT_FIELD)
  if (typed.trim() === '') return data<ReceiptCheck>({ typed, verdict: { kind: 'empty' } }, { status: CODE.malformed })
  const [{ keys }, { verifyReceipt }] = await Promise.all([api.callBff('GET /bff/certificates'), loadVerification()])
  return data<ReceiptCheck>({ typed, verdict: await verifyReceipt(typed, keys) })
})
