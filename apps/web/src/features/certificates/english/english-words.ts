/* Words of several English pages, separate from the texts of the lookup, which only its page loads. */

export const ENGLISH_LOOKUP = { path: '/en/certificate-check', title: 'Certificate check' }

/** Words of the QR code of a receipt. */
export const ENGLISH_RECEIPT_WORDS = {
  scan: 'Scan to check the receipt of this lookup. The number on the page must match the certificate.',
  qr: 'QR code of the receipt',
}

/** Words of the breadcrumb. */
export const ENGLISH_CRUMB = { label: 'Breadcrumb', home: 'Home' }
