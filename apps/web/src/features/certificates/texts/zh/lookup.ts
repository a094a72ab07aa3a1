import { createCodeFaultWords, createNumberFaultWords } from '#domain/certificates/number-fault-words.ts'
import type { CrumbStep, CrumbWords } from '#ui/crumb.tsx'

const TITLE = '证书查询'

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
  numberFault: createNumberFaultWords({
    kind: 'certificate',
    name: '证书编号',
    day: '登记日期',
    otherKind: '这是送检委托单或样品的编号，不是证书编号',
  }),
  codeFault: createCodeFaultWords('核对码', '刮开处'),
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
    /** Link to the progress of orders, which is in Chinese only. */
    progress: '送检进度',
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
