import { SHARE_PATH } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import type { ReactNode } from 'react'
import { formatDateTime } from '#lib/format.ts'
import type { CrumbWords } from '#ui/crumb.tsx'

interface EndedTexts {
  title: string
  text: ReactNode
  warning?: string
}

/** `6 天 2 小时`, `3 小时 20 分`, `12 分`. */
function formatTimeLeft(days: number, hours: number, minutes: number): string {
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`
  return hours > 0 ? `${hours} 小时 ${minutes} 分` : `${minutes} 分`
}

function describeEnd({ state, endTime, changedOn }: SharedResult, number: ReactNode): EndedTexts {
  if (state === 'expired') {
    const text = `这份分享有效至 ${endTime}。请向持证人索取新的分享，或凭实物上的编号与核对码查询。`
    return { title: '已到期', text }
  }
  if (state === 'revoked') {
    return { title: '持证人已收回', text: '收回后链接不再显示证书内容。请凭实物上的编号与核对码查询。' }
  }
  if (state === 'reissued') {
    return {
      title: '证书已换发',
      text: (
        <>
          编号 {number} 于 {changedOn} 换发，原证书停止使用。请持证人以新证书重新分享。
        </>
      ),
      warning: '以原证书出售同一实物的，请先查询新证书。',
    }
  }
  if (state === 'mismatch') {
    return {
      title: '这份证书未能通过核对',
      text: <>编号 {number} 的内容与公开日志不符，可能被改动过，因此不出示。请携证书与实物联系本中心核对原始记录。</>,
      warning: '请勿据此交易。',
    }
  }
  return {
    title: '证书已撤销',
    text: (
      <>
        编号 {number} 于 {changedOn} 撤销，证书无效。撤销原因凭编号与核对码查询。
      </>
    ),
    warning: '请勿以这份证书作为交易依据。',
  }
}

/** Texts of the page that a share opens. */
export const sharePage = {
  /** Path of the page; the secret is appended. */
  path: SHARE_PATH as string,
  /** The page in the other language. */
  other: { language: 'en', name: 'English', path: '/en/share/' },
  lookupPath: '/certificate-check',
  receiptPath: '/certificate-check/receipt',
  title: '分享的查询结果',
  crumbLookup: '证书查询',
  crumbWords: undefined as CrumbWords | undefined,
  endedTitle: '此分享已结束',
  leads: {
    shown: '持证人凭编号与核对码查得，经本中心盖章后分享。本页不含核对码。',
    expired: '分享的链接到期后不再显示证书内容。',
    revoked: '持证人收回了分享。',
    reissued: '证书有了变动，分享随之结束。',
    withdrawn: '证书有了变动，分享随之结束。',
    mismatch: '证书内容未能通过核对，本页不再出示。',
  },
  ended: describeEnd as (share: SharedResult, number: ReactNode) => EndedTexts,
  lookUp: '查询证书',
  contact: '联系咨询',
  time: {
    label: '分享的有效时间',
    until: '有效至',
    left: '还剩',
    since: '分享于',
    ruler: (days: number, left: string): string => `共 ${days} 天，还剩 ${left}`,
    leftWords: formatTimeLeft as (days: number, hours: number, minutes: number) => string,
    /** Formats a time such as `2026-11-20 10:42`. */
    dateTime: (wire: string): string => wire,
    date: (wire: string): string => wire.slice(0, 10),
  },
  shown: {
    title: '证书有效',
    text: '截至此刻与签发记录一致；更正后改示新版，换发或撤销时本页随即结束。',
    corrected: (before: number, version: number): string =>
      `分享时为第 ${before} 版，证书此后有更正，以下为第 ${version} 版。`,
    openedAt: (instantMs: number): string => `打开于 ${formatDateTime(instantMs)}`,
    ribbon: (endDay: string): string => `分享件 · ${endDay} 止`,
    scan: '扫码打开此分享',
    until: (endDay: string): string => `有效至 ${endDay}`,
    qr: '本页二维码',
    checks: '看分享件时',
    steps: [
      { title: '看到实物时', text: '刮开证书上的涂层，凭核对码自行查询；分享件不能代替查询。' },
      { title: '对影像', text: '颜色、花纹与样品影像相符，大小可参照比例尺。' },
      { title: '涂层已刮开', text: '核对码可能已为他人所知。请当面查询，并与编号、实物核对。' },
    ],
    own: '查询自己的证书',
    receipt: '核验本页的签章',
    report: '举报冒用',
  },
}
