import { getCodeFaultText, getNumberFaultText } from '../lookup/number-texts.ts'

/** Texts of the lookup's first view; `chinese-outcomes.tsx` has those of the results. */
export const chinese = {
  path: '/certificate-check',
  title: '证书查询',
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
