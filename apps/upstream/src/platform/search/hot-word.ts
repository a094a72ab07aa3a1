import { splitWords } from './terms.ts'

/** Maximum length in characters; longer keywords are sentences. */
const LENGTH_MAX = 20
/** Mail and web addresses. */
const ADDRESS = /@|:\/\/|[a-z0-9-]\.[a-z]{2,}/i
/** Numbers of phones and certificates; a standard with its year (`GB/T 16553-2017`) has fewer digits. */
const LONG_NUMBER = /\d{7}/
const DIGITS_MAX = 9

/**
 * Converts a keyword to the form of hot searches: letters, digits and ideographs in one width and lower case, single
 * blanks. `null` for addresses, personal numbers and sentences, which must not be stored.
 */
export function toHotWord(keyword: string): string | null {
  const plain = keyword.normalize('NFKC')
  if (ADDRESS.test(plain) || LONG_NUMBER.test(plain) || plain.replace(/\D/g, '').length > DIGITS_MAX) return null
  const word = splitWords(plain)
    .map(({ text }) => text)
    .join(' ')
  return word === '' || [...word].length > LENGTH_MAX ? null : word
}
