import {
  CODE_LENGTH,
  type CodeReading,
  NUMBER_LENGTH,
  NUMBER_PARTS,
  NUMBER_PREFIX,
  type NumberReading,
} from '@portal/contract/certificates/certificate-number.ts'

export type InvalidNumber = Extract<NumberReading, { kind: 'wrong' }>

/** Explains an invalid number; `undefined` for a valid number. */
export function getNumberFaultText(reading: NumberReading | undefined): string | undefined {
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

export function getCodeFaultText(reading: CodeReading | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  if (reading.kind === 'empty') return '请输入核对码'
  if (/[^0-9A-Z]/.test(reading.text)) return '核对码只含字母与数字'
  const { length } = reading.text
  if (length !== CODE_LENGTH) return `核对码共 ${CODE_LENGTH} 位，现有 ${length} 位`
  return '核对码不含 0、O、1、I、L，请对照刮开处再看'
}
