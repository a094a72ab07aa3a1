import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { PRINT_MAX } from '@portal/contract/manage/certificates/print-rules.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'

/** Numbers of a long print: an address has no room for 500 of them. For this tab. */
const LIST_KEY = 'manage:print-list'
/** So many stand in the address itself. */
const IN_ADDRESS = 50

/** Where certificates are printed. */
export function printAddress(numbers: readonly string[]): string {
  if (numbers.length <= IN_ADDRESS) return `/certificates/print?no=${numbers.join(',')}`
  writeSessionItem(LIST_KEY, numbers.join(','))
  return `/certificates/print?list=${numbers.length}`
}

/** Numbers that an address of this tab means, each once. */
export function numbersToPrint(query: URLSearchParams): string[] {
  const text = query.get('list') === null ? query.get('no') : readSessionItem(LIST_KEY)
  return numbersIn(text ?? '').numbers
}

/** Numbers in a text, one a line or with commas between; `wrong`: what is none. */
export function numbersIn(text: string): { numbers: string[]; wrong: string[] } {
  const parts = text.split(/[\s,，;；、]+/).filter(Boolean)
  const readings = parts.map((part) => ({ part, reading: readCertificateNo(part) }))
  const right = readings.flatMap(({ reading }) => (reading.kind === 'right' ? [reading.certificateNo] : []))
  const wrong = readings.flatMap(({ part, reading }) => (reading.kind === 'right' ? [] : [part]))
  return { numbers: [...new Set(right)].slice(0, PRINT_MAX), wrong }
}
