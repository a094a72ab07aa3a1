import { formatEnglishDay } from '@portal/contract/certificates/english-days.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime, type WireDate } from '#lib/format.ts'

/* Words of several English pages, separate from the texts that only one page loads. */

export const LOOKUP = { path: '/en/certificate-check', title: 'Certificate check' }

/** Words of the breadcrumb. */
export const CRUMB_WORDS = { label: 'Breadcrumb', home: 'Home' }

/** Words of the QR code of a receipt. */
export const RECEIPT_CODE = {
  scan: 'Scan to check the receipt of this lookup. The number on the page must match the certificate.',
  qr: 'QR code of the receipt',
}

/** `3 Nov 2026`, the day in China; empty for an invalid date. */
export function formatEnglishDate(wire: WireDate): string {
  return formatEnglishDay(formatDate(wire))
}

/** `20 Nov 2026, 10:42 (UTC+8)`. */
export function formatEnglishDateTime(wire: WireDate): string {
  const [, clock] = formatDateTime(wire).split(' ')
  return clock ? `${formatEnglishDate(wire)}, ${clock} (UTC+8)` : ''
}

const HAN = /\p{Script=Han}/u

/** A text as it is, with its Chinese parts marked as Chinese. */
export function renderOriginal(text: string | null | undefined): ReactNode {
  return text && HAN.test(text) ? <span lang="zh-CN">{text}</span> : text
}
