import { CODE_LENGTH, type CodeReading } from '@portal/contract/certificates/certificate-number.ts'
import {
  NUMBER_DAY,
  NUMBER_FORMS,
  type NumberFault,
  type TypedNumber,
  type WrongNumber,
} from '@portal/contract/numbers/typed-numbers.ts'

interface NumberWords {
  kind: 'certificate' | 'order'
  /** Name of the number: 证书编号. */
  name: string
  /** Name of the day in it: 登记日期. */
  day: string
  /** Said of a number of another kind. */
  otherKind: string
}

/** Makes a function that explains an invalid number; it returns `undefined` for a valid one. */
export function createNumberFaultWords({ kind, name, day, otherKind }: NumberWords) {
  const { prefix, length } = NUMBER_FORMS[kind]
  const faults: Readonly<Record<NumberFault, (reading: WrongNumber) => string>> = {
    kind: () => otherKind,
    characters: () => `${name}只含字母与数字，请删去或改正标出的字符`,
    prefix: () => `${name}以 ${prefix} 开头，请核对开头两位`,
    letters: () => `${prefix} 之后全是数字，请核对标出的位置`,
    short: ({ text }) => `${name}共 ${length} 位，现有 ${text.length} 位，还少 ${length - text.length} 位`,
    long: ({ text }) => `${name}共 ${length} 位，现有 ${text.length} 位，多出 ${text.length - length} 位`,
    date: ({ text }) => `第 3 至 10 位应为${day}，${text.slice(...NUMBER_DAY)} 不是有效的年月日`,
    check: () => '末位是校验位，与前面的数字不符：有一位抄错，或相邻两位颠倒',
  }
  return (reading: TypedNumber | undefined): string | undefined => {
    if (!reading || reading.kind === 'right') return undefined
    return reading.kind === 'empty' ? `请输入${name}` : faults[reading.fault](reading)
  }
}

/** Makes the same for a code of six characters. @param name name of the code: 核对码 */
export function createCodeFaultWords(name: string, paper: string) {
  return (reading: CodeReading | undefined): string | undefined => {
    if (!reading || reading.kind === 'right') return undefined
    if (reading.kind === 'empty') return `请输入${name}`
    if (/[^0-9A-Z]/.test(reading.text)) return `${name}只含字母与数字`
    const { length } = reading.text
    if (length !== CODE_LENGTH) return `${name}共 ${CODE_LENGTH} 位，现有 ${length} 位`
    return `${name}不含 0、O、1、I、L，请对照${paper}再看`
  }
}
