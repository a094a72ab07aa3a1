import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { RECEIPT_TYPE } from '@portal/contract/certificates/certificate-receipt.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime, formatNumber } from '#lib/format.ts'
import type { CrumbStep, CrumbWords } from '#ui/crumb.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { ReceiptLog, ReceiptVerdict } from '../../receipt/verify-receipt.ts'

const title = '查询凭证核验'

/** Texts of the page that checks receipts. */
export const receipt = {
  path: '/certificate-check/receipt',
  lookupPath: '/certificate-check',
  title,
  crumb: [
    { text: '检测业务' },
    { text: '证书查询', to: '/certificate-check' },
    { text: title },
  ] as readonly CrumbStep[],
  /** Words of the breadcrumb; by default in Chinese. */
  crumbWords: undefined as CrumbWords | undefined,
  lead: '查询证书时取得的凭证带有本中心的数字签名，任何人都能核验它是否属实、是否被改动。',
  form: {
    label: '核验查询凭证',
    text: '凭证文本',
    example: '粘贴凭证文本、凭证二维码的网址，或 .receipt.json 文件的全部内容',
    submit: '核验凭证',
    busy: '核验中',
    file: '选取凭证文件',
    here: '核验在本机完成，凭证不会上传；页面打开后断网也能核验。',
    there: '核验由本站服务器完成，凭证不会保存。',
    failed: '核验程序未能载入，请联网后重试',
    empty: '请粘贴凭证文本',
  },
  /** Link to the lookup, beside the form; `null` for the lookup box of this site. */
  lookup: null as string | null,
  proves: {
    title: '凭证证明什么',
    items: ['某个时间，本站对某个编号作过怎样的答复', '答复的内容此后没有被改动', '带有旁证的：内容记在公开日志之中'],
  },
  provesNot: { title: '凭证不证明什么', items: ['证书现在仍然有效', '手中的实物就是证书所指的样品'] },
  own: {
    title: '不经本站自行核验',
    text: (
      <>
        凭证是标准的 JWS（RFC 7515），算法 EdDSA（Ed25519，RFC 8037），<code>typ</code> 为 <code>{RECEIPT_TYPE}</code>
        ，任何 JOSE 程序都能核验。公钥为 JWKS 格式，公布在：
      </>
    ) as ReactNode,
    steps: [
      <>
        按凭证头部的 <code>kid</code> 取公钥，验证签名；算法只接受 EdDSA。公钥带有 <code>revoked</code>{' '}
        的已经作废，用它签发的凭证不论时间一律不采信。
      </>,
      <>
        读取声明：<code>iss</code> 签发网站，<code>sub</code> 证书编号，<code>iat</code> 查询时间（自 1970
        年起的秒数），<code>state</code> 当时状态。
      </>,
      <>
        文件中的 <code>proof</code> 是 C2SP tlog-proof 格式的旁证，可存为 <code>.tlog-proof</code>{' '}
        文件，用任何透明日志的工具核验；早先的凭证没有。
      </>,
      <>
        文件中的 <code>answer</code> 按 RFC 8785 规范化后取 SHA-256，base64url 编码应与 <code>hash</code> 相同。
      </>,
    ] as readonly ReactNode[],
  },
  titles: {
    valid: '有效',
    altered: '已被改动',
    unlogged: '未通过公开日志核对',
    revoked: '签名密钥已作废',
    foreign: '非本站密钥签发',
    malformed: '不是查询凭证',
  },
  textFor: (verdict: ReceiptVerdict): string => {
    switch (verdict.kind) {
      case 'valid':
        return '由本站密钥签发，签发后未改动。'
      case 'altered':
        return verdict.what === 'signature'
          ? '内容与签名不符：签发后有字符被改过或缺失，其中所写一概不可信。'
          : `签名属实，但文件里的证书内容与签名时不同。签名对应的编号是 ${verdict.claims.sub}。`
      case 'unlogged':
        return verdict.why === 'absent'
          ? '凭证的签名属实，但所附的旁证不能证明其内容在公开日志之中。'
          : '凭证的签名属实，但所附检查点的签名不是本站公开日志的。'
      case 'revoked':
        return `此凭证的签名密钥已于 ${formatDate(verdict.revokedAtMs)} 作废，凭证不再能证明其内容，请重新查询。`
      case 'foreign':
        return `签名所用的密钥（${verdict.kid}）不在本站公布之列。`
      case 'malformed':
        return '没有认出凭证的格式。请粘贴完整的凭证文本或二维码网址，或选取以 .receipt.json 结尾的文件。'
    }
  },
  afterwards: '凭证说明的是查询当时的情况，此后证书可能已换发或撤销。是否仍然有效，以现在的查询为准。',
  lookUpNow: '现在查询这份证书',
  print: '打印凭证',
  /** Words of the QR code, copied from those of the certificate, which are too large for this page; a test compares them. */
  code: { scan: '扫码核对本次查询凭证，页面编号与证书编号一致方为有效', qr: '本页二维码' },
  revoked:
    '持有这把密钥的人可以伪造凭证，也可以把时间写得更早，所以作废前签发的凭证同样不能只凭签名采信。证书本身不受影响，以现在的查询为准。',
  distrust: (
    <>
      请不要凭这份凭证付款。可向持有人索取原文件，或自行<TextLink to="/certificate-check">查询证书</TextLink>
      ；怀疑伪造时，<TextLink to="/certificate-check/report">举报</TextLink>。
    </>
  ) as ReactNode,
  facts: {
    number: CERTIFICATE_FIELDS.certificateNo.label,
    state: '当时状态',
    states: { valid: '编号有效', reissued: '已换发新证书', withdrawn: '已撤销' },
    lookedUpAt: '查询时间',
    dateTime: formatDateTime as (instantMs: number) => string,
    site: '签发网站',
    siteNow: (origin: string) => `（本站现址 ${origin}）`,
    key: '签名密钥',
    content: '证书内容',
    digestOnly: '凭证中只有摘要，选取文件可一并核对',
    agrees: '与签名一致',
    log: '公开日志',
    logOf: (log: ReceiptLog): string =>
      log.kind === 'included'
        ? `在第 ${formatNumber(log.index)} 条，检查点 ${formatNumber(log.size)} 条，签名相符`
        : '附有旁证，此处无从核对日志的签名',
    conclusion: CERTIFICATE_FIELDS.conclusion.label,
    formatConclusion: (conclusion: string): ReactNode => conclusion,
    mass: CERTIFICATE_FIELDS.totalMassG.label,
  },
}
