/**
 * Maximum length of a text that is examined; receipts are shorter. A file contains the text of the certificate three
 * times.
 */
export const RECEIPT_TEXT_MAX = 512 * 1024
