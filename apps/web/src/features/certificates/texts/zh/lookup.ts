import {
  CODE_LENGTH,
  type CodeReading,
  NUMBER_LENGTH,
  NUMBER_PARTS,
  NUMBER_PREFIX,
  type NumberReading,
} from '@portal/contract/certificates/certificate-number.ts'
import type { CrumbStep, CrumbWords } from '#ui/crumb.tsx'
import type { InvalidNumber } from '../../lookup/number-fault.tsx'

const TITLE = '证书查询'

/** Explains an invalid number; `undefined` for a valid number. */
function getNumberFaultText(reading: NumberReading | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  if (reading.kind === 'empty') return '请输入证书编号'
  return FAULTS[reading.fault](reading)
}

const FAULTS: Readonly<Record<InvalidNumber['fault'], (reading: InvalidNumber) => string>> = {
  characters: () => '证书编号只含字母与数字，请删去或改正标出的字符',
  prefix: () => `证书编号以 ${NUMBER_PREFIX} 开头，请核对开头两位`,
  letters: () => `${NUMBER_PREFIX} 之后全是数字，请核对标出的位置`,
  short: ({ text }) => `证书编号共 ${NUMBER_LENGTH} 位，现有 ${text.length} 位，还少 ${NUMBER_LENGTH - text.length} 位`,
  long: ({ text }) => `证书编号共 ${NUMBER_LENGTH} 位，现有 ${text.length} 位，多出 ${text.length - NUMBER_LENGTH} 位`,
  date: ({ text }) => `第 3 至 10 位应为登记日期，${text.slice(...NUMBER_PARTS.date)} 不是有效的年月日`,
  check: () => '末位是校验位，与前面的数字不符：有一位抄错，或相邻两位颠倒',
}

function getCodeFaultText(reading: CodeReading | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  if (reading.kind === 'empty') return '请输入核对码'
  if (/[^0-9A-Z]/.test(reading.text)) return '核对码只含字母与数字'
  const { length } = reading.text
  if (length !== CODE_LENGTH) return `核对码共 ${CODE_LENGTH} 位，现有 ${length} 位`
  return '核对码不含 0、O、1、I、L，请对照刮开处再看'
}

/** Texts of the lookup's first view; `result.tsx` has those of the parts that are loaded later. */
export const lookup = {
  path: '/certificate-check',
  title: TITLE,
  crumb: [{ text: '检测业务' }, { text: TITLE }] as readonly CrumbStep[],
  /** Words of the breadcrumb; by default in Chinese. */
  crumbWords: undefined as CrumbWords | undefined,
  lead: '输入证书编号与核对码，核对签发记录。查询免费，无需登录。',
  /** The page in the other language. */
  other: { language: 'en', name: 'English', path: '/en/certificate-check' },
  /** Text before a telephone number, and text without a number. */
  phone: ['致电 ', '联系本中心'],
  numberFault: getNumberFaultText,
  codeFault: getCodeFaultText,
  form: {
    number: '证书编号',
    numberHint: '字母与数字，不分大小写',
    numberExample: '请输入证书编号',
    code: '核对码',
    codeHint: '证书刮开层下的 6 位字母与数字',
    codeExample: '请输入核对码',
    submit: '查询证书',
    busy: '查询中',
    scan: '扫码填入',
    /** Texts of the proof of work; the default is Chinese. */
    proof: undefined as { running: string; progress: string; cancel: string } | undefined,
    places: '编号印在证书正面右上角，核对码在刮开层下',
    where: '在哪里找',
    submission: '如何送检',
  },
  receiptPath: '/certificate-check/receipt',
  /** Texts about the result for screen readers. */
  announcements: {
    answer: (state: string) => `查询结果：${state}`,
    valid: '编号有效',
    reissued: '证书已换发',
    withdrawn: '证书已撤销',
    examination: '样品正在检测，尚未签发证书',
    mismatch: '这份证书未能通过核对，本站不出示其内容',
    unknown: '未查到相符的证书',
    fault: '证书编号或核对码有误，未查询',
    busy: '查询较多，请稍后再查',
    unavailable: '暂时无法查询',
  },
}
