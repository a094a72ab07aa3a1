import {
  CODE_LENGTH,
  type CodeReading,
  NUMBER_LENGTH,
  NUMBER_PARTS,
  NUMBER_PREFIX,
  type NumberReading,
} from '@portal/contract/certificates/certificate-number.ts'

export type InvalidNumber = Extract<NumberReading, { kind: 'wrong' }>

/** Explains an invalid number; `undefined` for a valid one. */
export function numberFaultText(reading: NumberReading | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  if (reading.kind === 'empty') return '请输入证书编号'
  return FAULT_TEXT[reading.fault](reading)
}

const FAULT_TEXT: Readonly<Record<InvalidNumber['fault'], (reading: InvalidNumber) => string>> = {
  characters: () => '证书编号只含字母与数字，请删去或改正标出的字符',
  prefix: () => `证书编号以 ${NUMBER_PREFIX} 开头，请核对开头两位`,
  letters: () => `${NUMBER_PREFIX} 之后全是数字，请核对标出的位置`,
  short: ({ text }) => `证书编号共 ${NUMBER_LENGTH} 位，现有 ${text.length} 位，还少 ${NUMBER_LENGTH - text.length} 位`,
  long: ({ text }) => `证书编号共 ${NUMBER_LENGTH} 位，现有 ${text.length} 位，多出 ${text.length - NUMBER_LENGTH} 位`,
  date: ({ text }) => `第 3 至 10 位应为登记日期，${text.slice(...NUMBER_PARTS.date)} 不是有效的年月日`,
  check: () => '末位是校验位，与前面的数字不符：有一位抄错，或相邻两位颠倒',
}

/** A hint about the marked positions. */
export function numberFaultHint({ fault, suggestions }: InvalidNumber): string {
  if (fault === 'letters' || (fault === 'prefix' && suggestions.length > 0)) {
    return '容易看错的字符：字母 O 与数字 0，字母 I、L 与数字 1，字母 S 与数字 5，字母 B 与数字 8。'
  }
  if (fault === 'check') return '请与证书上印刷的编号逐位核对。容易看错的数字：0 与 8，1 与 7，3 与 8，5 与 6，6 与 9。'
  return '请与证书上印刷的编号逐位核对。'
}

export function codeFaultText(reading: CodeReading | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  if (reading.kind === 'empty') return '请输入核对码'
  if (/[^0-9A-Z]/.test(reading.text)) return '核对码只含字母与数字'
  const { length } = reading.text
  if (length !== CODE_LENGTH) return `核对码共 ${CODE_LENGTH} 位，现有 ${length} 位`
  return '核对码不含 0、O、1、I、L，请对照刮开处再看'
}

/** Pairs of characters that are easily confused. */
const ALIKE_IN_CODE = ['2Z', '5S', '6G', '8B', 'UV', 'DQ']

/** Positions of a code that are easily misread, from 0. */
export function doubtfulPlaces(code: string): number[] {
  return [...code].flatMap((sign, place) => (ALIKE_IN_CODE.some((pair) => pair.includes(sign)) ? [place] : []))
}
