import { NUMBER_LENGTH } from '@portal/contract/certificates/certificate-number.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { CertificateAnswer, LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import type { WrongNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { decodeBase64, toHex } from '@portal/contract/tlog/hashing.ts'
import type { ReactNode } from 'react'
import type { Failed, Included } from '#domain/log/check-logged.ts'
import { formatDate, formatDateTime, formatNumber, type WireDate } from '#lib/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import { shortenHash } from '../../proof/short-hash.ts'
import type { LogProof } from '../../proof/use-log-proof.ts'
import { certificateTexts } from './certificate.tsx'
import { comparison } from './comparison.tsx'

/** Texts of the parts below the form of the lookup. */
const help = {
  tips: [
    {
      title: '编号在哪里',
      text: `证书正面右上角，共 ${NUMBER_LENGTH} 位。小卡证书印在背面二维码下方。扫描二维码可直接填入编号。`,
    },
    {
      title: '为何要核对码',
      text: '编号可能被人抄用。核对码只在证书刮开层下，能证明手里拿着这份证书。购买时刮开层应完好。',
    },
    { title: '查不到时', text: '请先核对易混字符，再', after: '，由工作人员核对原始记录。' },
  ] as readonly { title: string; text: string /** Follows the telephone number. */; after?: string }[],
  official: {
    title: '谨防假冒网站',
    text: '假证书上的二维码会打开仿冒的查询页。扫码后请看浏览器地址栏，网址须与这里完全一致；不放心时，请自行输入网址，再从首页进入“证书查询”。',
    report: '举报假证书或假网站',
    receipt: '核对查询凭证',
    withdrawn: '已撤销证书公告',
    log: '公开日志',
    address: '官方网址',
    icp: 'ICP 备案',
    police: '公安备案',
  },
  diagram: {
    label: '证书示意图：编号在右上角，核对码在左下角的刮开层下，二维码在右下角',
    number: '证书编号',
    code: '核对码（刮开）',
    qr: '二维码',
    caption: '证书示意图',
  },
  closed: {
    title: '在线查询尚未开通',
    text: '本站尚未接入证书记录，无法在线核对。请',
    after: '，由工作人员按编号核对原始记录。',
    others: '任何声称可以代为查询本中心证书的其他网站，均与本中心无关。',
  },
}

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
  /** Compares the certificate with the stone in hand. */
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
  save: {
    save: '收存',
    busy: '收存中',
    saved: '已收存，去我的证书',
    done: '已收存，证书变动时会通知您',
    /** Text of a link to the Chinese page, in place of the login dialog, which exists only in Chinese. */
    login: null as string | null,
  },
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
      '证书由本中心签发。其他机构的证书请到其官方网站查询。',
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
    order: '查送检进度',
  },
}

/** A hint about the marked positions. */
function getNumberFaultHint({ fault, suggestions }: WrongNumber): string {
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

/** `11 月 3 日`, with the year when it is not the current year. */
function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  const thisYear = Number(formatDate(Date.now()).slice(0, 4))
  return `${year === thisYear ? '' : `${year} 年 `}${month} 月 ${date} 日`
}

const formatPlace = (index: number): ReactNode => (
  <>
    <TextLink to="/log">公开日志</TextLink>第 <b>{formatNumber(index)}</b> 条
  </>
)

function describeInclusion({ index, isSigned, since, isStored }: Included): ReactNode {
  if (!isSigned) return <>本页内容与{formatPlace(index)}相符；此浏览器无法核验检查点的签名，签名尚未核对。</>
  if (since) {
    return (
      <>
        已核对：本页内容记在{formatPlace(index)}，日志自这台设备 {formatDay(since.day)}所见以来只增不改。
      </>
    )
  }
  return (
    <>
      已核对：本页内容记在{formatPlace(index)}。
      {isStored ? '这台设备记下了检查点，下次查询时核对其延续。' : '这台设备存不下检查点，下次查询时无从核对其延续。'}
    </>
  )
}

const FAILED: Readonly<Record<Failed['why'], (since: string) => ReactNode>> = {
  absent: () => (
    <>
      <b>核对未通过：公开日志中没有本页内容。</b>请勿据此交易，并告知本中心。
    </>
  ),
  discontinued: (since) => (
    <>
      <b>核对未通过：日志与这台设备 {since}所见不相延续，早先的记录可能被改过。</b>请勿据此交易。
    </>
  ),
  foreign: () => (
    <>
      <b>核对未通过：检查点的签名不是本中心的。</b>您可能不在本中心的网站上。
    </>
  ),
}

function describeProof(proof: LogProof, log: LoggedEntry | undefined): ReactNode {
  switch (proof.kind) {
    case 'checking':
      return '正在核对公开日志…'
    case 'included':
      return describeInclusion(proof)
    case 'unscripted':
      return (
        log && (
          <>
            {formatPlace(log.index)}，条目{' '}
            <code>{shortenHash(toHex(decodeBase64(log.entry) ?? new Uint8Array()), 6)}</code>
            。脚本未启用，本页没有自行核对。
          </>
        )
      )
    case 'missing':
      return proof.isWithdrawn
        ? '这次撤销暂无公开日志条目，尚未核对；撤销已经生效。'
        : '本次答复没有附公开日志条目，尚未核对。这台设备先前核对过本站的日志；如这份证书也曾核对过，请向本中心询问。'
    case 'unreachable':
      return '暂时取不到公开日志，尚未核对；查询结果不受影响。'
    case 'pending':
      return '这一版刚刚签发，公开日志的检查点还没有写到，尚未核对；查询结果不受影响。'
    case 'unsupported':
      return '此浏览器无法核验公开日志，尚未核对；查询结果不受影响。'
    case 'failed':
      return FAILED[proof.why](formatDay(proof.since ?? ''))
  }
}

/** Texts about the check of a result against the public log. */
const proof = {
  sentence: describeProof,
  how: '怎样核对的',
  retry: '重试',
  checkYourself: '自行核对',
  report: '告知本中心',
  /** How to recognise the laboratory's site. */
  recognise: '怎样辨认',
  /** Texts that replace the verdict. */
  verdict: {
    title: '本页内容未能通过核对',
    text: {
      absent: '编号在签发记录之中，但页面所示与公开日志不符。',
      discontinued: '公开日志与这台设备早先所见不相延续，页面所示不可采信。',
      foreign: '公开日志不是本中心签名的，页面所示不可采信。',
    } satisfies Record<Failed['why'], string>,
  },
  /** Stamp across the certificate. */
  stamp: '未通过核对',
  failure: {
    title: '为什么不要据此交易',
    why: {
      absent: '签发的证书都在公开日志之中。本页内容不在，说明显示的内容与签发的不同，或页面在途中被改动。',
      discontinued: '公开日志只在末尾添记录。与早先所见不相延续，说明先前的记录被改过或抽走，本页内容也可能被改过。',
      foreign: '检查点须由本中心签名。签名不符，说明您可能不在本中心的网站上，或页面在途中被改动。',
    } satisfies Record<Failed['why'], string>,
    pay: '不要付款，不要移交实物。',
    save: '下载凭证',
    keep: (button: ReactNode): ReactNode => <>保存凭证：{button}，其中有本次核对的全部数据。</>,
    report: (link: (text: string) => ReactNode, phone: ReactNode): ReactNode => (
      <>
        告知本中心：{link('在线告知')}（自动附上凭证），或携证书与实物{phone}。
      </>
    ),
    derived: '推得的根',
    signed: '检查点的根',
  },
  facts: {
    entry: '条目',
    index: '序号',
    number: (index: number): string => formatNumber(index),
    checkpoint: '检查点',
    checkpointOf: ({ size, atMs }: Included): string => `${formatNumber(size)} 条，${formatDateTime(atMs)} 取得`,
    root: '根摘要',
    proof: '旁证',
    proofOf: (count: number): string => `${formatNumber(count)} 个摘要`,
    continued: '相续',
    continuedOf: ({ since, isStored, isSigned }: Included): string => {
      if (since) return `自 ${formatNumber(since.size)} 条（${since.day}）起，相符`
      if (!isSigned) return '签名未核验，检查点没有记下'
      return isStored ? '首次核对，已记下检查点' : '首次核对，未能记下检查点'
    },
    cosignatures: '副签',
    cosignaturesOf: (count: number): string => (count > 0 ? `${count} 家见证人，本页不核验` : '无'),
    pictures: '图片',
    picturesOf: ({ right, unread }: Included['pictures']): string | null => {
      if (right + unread === 0) return null
      return [right > 0 && `${right} 幅相符`, unread > 0 && `${unread} 幅未能取得，未核对`].filter(Boolean).join('，')
    },
  },
  steps: {
    label: '核对过程',
    note: '由本页内容算出条目，经旁证推到检查点的根，再验检查点的签名与延续，全在这台设备上完成。序号自 0 起。',
    log: '公开日志说明',
    receipt: '下载凭证（含旁证与检查点）',
    file: '下载旁证文件',
    others: '用别的工具核验',
  },
}

/** Texts of the parts of the lookup that are loaded after its first view. */
export const resultTexts = { ...certificateTexts, help, found, comparison, actions, others, scan, proof }
