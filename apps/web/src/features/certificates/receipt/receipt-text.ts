/** Longest text that is examined; receipts are shorter. A file has the text of the certificate three times. */
export const RECEIPT_TEXT_MAX = 512 * 1024
