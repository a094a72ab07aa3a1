import type { LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { decodeBase64, toHex } from '@portal/contract/tlog/hashing.ts'
import type { ReactNode } from 'react'
import type { Failed, Included } from '#domain/log/check-logged.ts'
import { formatDate, formatDateTime, formatNumber } from '#lib/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import { shortenHash } from '../proof/short-hash.ts'
import type { LogProof } from '../proof/use-log-proof.ts'

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
export const chineseProof = {
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
