import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { ReactNode } from 'react'
import { showOffline } from '#lib/api/use-busy.ts'
import { formatDate, formatDateTime, type WireDate } from '#lib/format.ts'
import type { InvalidNumber } from '../lookup/number-texts.ts'
import { chineseProof } from './chinese-proof.tsx'

/** `第 4、13 位`, counted from 1; empty when none is marked. */
function formatPlaces(marked: readonly number[]): string {
  return marked.length > 0 ? `第 ${marked.map((place) => place + 1).join('、')} 位` : ''
}

function formatWait(retryAfterS: number | null): string {
  if (retryAfterS === null) return ' 1 分钟'
  return retryAfterS < 100 ? ` ${Math.max(1, Math.ceil(retryAfterS))} 秒` : ` ${Math.ceil(retryAfterS / 60)} 分钟`
}

/** Texts of a certificate that was found, besides the certificate itself. */
const found = {
  valid: { title: '编号有效', text: '与本中心签发记录一致。请再与手中证书、实物逐项核对。' },
  reissued: {
    title: '证书已换发',
    text: (changedOn: WireDate, newer: ReactNode): ReactNode => (
      <>
        本证书{changedOn && `已于 ${formatDate(changedOn)} `}由新证书取代，不再作为依据，下方为旧证书的内容。
        {newer && <>新证书编号：{newer}，查询时请用新证书的核对码。</>}
      </>
    ),
  },
  withdrawn: {
    title: '证书已撤销',
    text: ({ changedOn, reason }: CertificateAnswer): ReactNode => (
      <>
        {changedOn && `撤销日期：${formatDate(changedOn)}。`}
        {reason && `撤销原因：${reason}。`.replace(/。。$/, '。')}
        本证书无效，下方内容仅供核对，请勿作为交易依据。
      </>
    ),
  },
  /** The scanned certificate has been corrected since it was printed. */
  corrected: {
    title: '编号有效，内容已更正',
    text: (version: number, newest: number): string =>
      `您手中的是第 ${version} 版，已由第 ${newest} 版代替。请以下方内容为准，并向本中心换取新证书。`,
  },
  /** Watermark of an invalid certificate. */
  voidMark: ({ state, changedOn }: CertificateAnswer): string | undefined => {
    if (state === 'withdrawn') return `已撤销 ${formatDate(changedOn)}`.trim()
    return state === 'reissued' ? `已换发 ${formatDate(changedOn)}`.trim() : undefined
  },
  checkedAt: (instantMs: number) => `查询于 ${formatDateTime(instantMs)}`,
  checks: {
    label: '核对证书',
    steps: [
      { title: '对编号', text: '页面编号与证书、吊牌上印刷的编号一致，一字不差。' },
      { title: '对刮开层', text: '购买时刮开层应完好；已被刮开的，核对码可能早已为他人所知。' },
      { title: '对网址', text: '浏览器地址栏的网址与本页所列官方网址一致。' },
    ],
  },
  /** Note below the certificate. */
  note: (_certificateNo: string): ReactNode => null,
}

const actions = {
  pdfPath: '/certificate-check/certificate.pdf',
  print: '打印证书',
  pdf: '下载 PDF',
  copy: '复制编号',
  copied: '已复制证书编号',
  notCopied: '浏览器不允许复制，请手动选取编号',
  share: '分享',
  /** Path of the form for browsers without JavaScript. */
  sharePath: '/certificate-check/share',
  keep: {
    keep: '收存',
    busy: '收存中',
    kept: '已收存，去我的证书',
    done: '已收存，证书变动时会通知您',
    /** Text of a link to the Chinese page, in place of the login dialog, which exists only in Chinese. */
    login: null as string | null,
  },
  /** Whether this page shows failed calls itself, because the texts of the API client are Chinese. */
  isQuiet: false,
  showFailure: (reason: unknown): void => showOffline(reason),
  receipt: '查看查询凭证',
  receiptFile: '下载凭证文件',
  again: '再查一份',
}

/** Texts of lookups that found no certificate. */
const others = {
  retry: '重新查询',
  examination: {
    title: '样品正在检测，尚未签发证书',
    text: '本中心已登记该编号，检测尚未完成，没有结论。此时出示的任何结论均非本中心签发。',
    number: '证书编号',
    category: '类别',
    formatCategory: (category: CertificateCategory): string => CERTIFICATE_CATEGORIES[category],
    receivedOn: '收样日期',
    end: (phone: ReactNode): ReactNode => <>签发后可用同一编号与核对码查询。询问进度请{phone}。</>,
  },
  mismatch: {
    title: '这份证书未能通过核对',
    text: '编号与核对码相符，但本站所存内容与公开日志不符，可能被改动过，因此不出示。已通知本中心。',
    todo: '请这样做',
    pay: '不要付款，不要移交实物。',
    contact: (phone: ReactNode): ReactNode => <>携证书与实物{phone}，由工作人员核对原始记录。</>,
    later: '核对原始记录、恢复内容后，可用同一编号与核对码再查。',
  },
  unavailable: {
    title: '暂时无法查询',
    reason: (status: number, message: string) =>
      status === 0 ? '未能连上本站，请检查网络。' : message || '证书记录暂时没有应答。',
    end: (phone: ReactNode): ReactNode => (
      <>本次没有得到结果，不表示证书有效，也不表示无效。请稍后再查，或{phone}核对。</>
    ),
  },
  busy: {
    title: '查询较多，请稍后再查',
    text: (retryAfterS: number | null, phone: ReactNode): ReactNode => (
      <>
        短时间内来自同一网络的查询较多，本次没有查询。请约{formatWait(retryAfterS)}后再查；急用时请{phone}核对。
      </>
    ),
    noScript: '启用 JavaScript 后，浏览器完成一次安全验证即可继续查询，无需等待。',
  },
  unknown: {
    title: '未查到相符的证书',
    text: '编号与核对码都相符，才会显示证书。为防止有人试出编号，本页不说明是哪一项不符。请逐项核对：',
    number: (spelled: string) => `输入的编号：${spelled}`,
    code: (spelled: string, doubtful: readonly number[]) =>
      `输入的核对码：${spelled}${doubtful.length > 0 ? `，容易看错：${formatPlaces(doubtful)}` : ''}`,
    checks: [
      '编号与证书上印刷的逐位一致，出自同一份证书。',
      '核对码取自刮开层下，容易看错的是 2 与 Z、5 与 S、6 与 G、8 与 B、U 与 V；不含 0、O、1、I、L。',
      '证书由本中心签发，编号以 SH 开头。其他机构的证书请到其官方网站查询。',
      '刚领到的证书，签发满 24 小时后再查。',
    ],
    end: (phone: ReactNode, supportNo: string | undefined): ReactNode => (
      <>
        仍查不到，请携证书与实物{phone}
        {supportNo && (
          <>
            ，报出本次查询号 <b>{supportNo}</b>
          </>
        )}
        ，由工作人员核对原始记录。
      </>
    ),
    contact: '联系咨询',
    report: '举报假证书',
  },
  numberFault: {
    title: '证书编号有误',
    hint: getNumberFaultHint,
    typed: (spelled: string, marked: readonly number[]) =>
      [`输入的编号：${spelled}`, formatPlaces(marked) && `可能有误：${formatPlaces(marked)}`]
        .filter(Boolean)
        .join('，'),
    retry: (certificateNo: string) => `按 ${certificateNo} 重查`,
  },
}

/** A hint about the marked positions. */
function getNumberFaultHint({ fault, suggestions }: InvalidNumber): string {
  if (fault === 'letters' || (fault === 'prefix' && suggestions.length > 0)) {
    return '容易看错的字符：字母 O 与数字 0，字母 I、L 与数字 1，字母 S 与数字 5，字母 B 与数字 8。'
  }
  if (fault === 'check') return '请与证书上印刷的编号逐位核对。容易看错的数字：0 与 8，1 与 7，3 与 8，5 与 6，6 与 9。'
  return '请与证书上印刷的编号逐位核对。'
}

const scan = {
  title: '扫描证书二维码',
  close: '关闭',
  lead: '画面与图片只在本机识别，不上传。识别后填入编号，不会自动查询。',
  view: '相机画面',
  start: '用相机扫描',
  stop: '关闭相机',
  again: '继续扫描',
  album: '从相册选取图片',
  busy: '识别中',
  nothingFound: '图片中没有认出二维码。请换一张更清晰、二维码更大的图片，或手动输入编号。',
  noPicture: '这个文件不是能打开的图片，请另选一张。',
  states: {
    opening: '正在打开相机，请在浏览器的提示中允许。',
    on: '把证书上的二维码放进框内，距离约 15 cm。',
    paused: '页面曾转到后台，相机已关闭。',
    insecure: '当前不是安全连接（https），浏览器不允许使用相机。请从相册选取图片，或手动输入编号。',
    missing: '这个浏览器不向网页提供相机。请从相册选取图片，或手动输入编号。',
    refused: '未获准使用相机。可在浏览器的网站设置中允许后重试，或从相册选取图片。',
    absent: '没有找到可用的相机。请从相册选取图片，或手动输入编号。',
    taken: '相机正被其他应用占用。请关闭后重试，或从相册选取图片。',
    failed: '相机未能打开。请重试，或从相册选取图片。',
  },
}

export const chineseOutcomes = { found, actions, others, scan, proof: chineseProof }
