import type { ReceiptKey } from '@portal/contract/certificates/certificate-receipt.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ReceiptCheck } from './receipt-action.ts'
import { loadReceiptCode } from './receipt-verdict.tsx'
import { prepareVerification, verifyReceipt } from './verify-receipt.ts'

/**
 * Checks on this device what is pasted, chosen as a file, or stands behind the `#` of the address, which browsers send
 * to nobody.
 * @param sent what the server has checked, where the form was sent without a script
 */
export function useReceiptCheck(keys: readonly ReceiptKey[], sent: ReceiptCheck | undefined) {
  const [typed, setTyped] = useState(sent?.typed ?? '')
  const [verdict, setVerdict] = useState(sent?.verdict ?? null)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  /** The last one asked counts: a file may be chosen while another is being read. */
  const latestRef = useRef(0)
  const { hash } = useLocation()

  const check = async (text: string) => {
    latestRef.current += 1
    const asked = latestRef.current
    setTyped(text)
    if (text.trim() === '') return setVerdict({ kind: 'empty' })
    setIsBusy(true)
    setHasFailed(false)
    try {
      const found = await verifyReceipt(text, keys)
      if (asked === latestRef.current) setVerdict(found)
    } catch {
      // The code for it could not be loaded: nothing is known of the receipt.
      setVerdict(null)
      setHasFailed(true)
    } finally {
      setIsBusy(false)
    }
  }
  // Once the page is open it needs no network.
  useEffect(() => {
    Promise.all([prepareVerification(), loadReceiptCode()]).catch(() => undefined)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is checked when it is come to, and once
  useEffect(() => {
    if (hash.length > 1) void check(hash.slice(1))
  }, [hash])
  return { typed, verdict, error: errorOf(verdict, hasFailed), isBusy, change: setTyped, check }
}

function errorOf(verdict: ReceiptCheck['verdict'] | null, hasFailed: boolean): string | undefined {
  if (hasFailed) return '核验程序未能载入，请联网后重试'
  return verdict?.kind === 'empty' ? '请粘贴凭证文本' : undefined
}
