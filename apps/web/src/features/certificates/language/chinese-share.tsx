import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { SHARE_PATH, SHARE_REVOKE_PATH, type ShareDays } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { ReactNode } from 'react'
import { showOffline } from '#lib/api/use-busy.ts'
import { formatDate } from '#lib/format.ts'
import type { PrintedFacts } from '../share/share-picture.ts'

const RULE = '看到的人见证书内容，不见核对码。更正后改示新版，换发或撤销时分享随即结束。'

/** Texts of making and revoking shares. */
export const chineseShare = {
  /** Paths of the pages in this language; the secret is appended to the first one. */
  sharePath: SHARE_PATH as string,
  revokePath: SHARE_REVOKE_PATH as string,
  formPath: '/certificate-check/share',
  lookupPath: '/certificate-check',
  title: '分享查询结果',
  rule: RULE,
  lookUp: '查询证书',
  crumbLookup: '证书查询',
  days: '有效时间',
  dayChoice: (days: ShareDays): string => `${days} 天`,
  make: '生成链接',
  making: '生成中',
  numberAlone: '也可以只把编号告诉对方，对方须另有核对码，才能查到证书。',
  made: (endTime: string): ReactNode => (
    <>
      已生成，至 <b>{endTime}</b> 止，可随时收回
    </>
  ),
  link: '链接',
  copy: '复制',
  copied: '已复制链接',
  notCopied: '浏览器不允许复制，请手动选取链接',
  once: '链接只在此刻显示，关闭后不能再取得，请先复制或保存图片。',
  pass: '转发',
  passTitle: '分享的证书查询结果',
  revoke: '收回分享',
  close: '关闭',
  /** Text for visitors, who have no list of their shares. */
  revokeLater: (link: (words: string) => ReactNode): ReactNode => (
    <>您没有登录：日后要收回，只能用这个{link('收回链接')}，它也只显示这一次。</>
  ),
  copyRevoke: '复制收回链接',
  /** Whether errors are shown here, because the texts of the API client are Chinese. */
  isQuiet: false,
  /** Shows that a call failed without an answer; the API client has shown errors that upstream answered. */
  showFailure: (reason: unknown): void => showOffline(reason),
  picture: {
    facts: ({ conclusion, issuedOn }: PrintedFacts, organisation: string) => ({
      organisation,
      conclusion,
      issuedOn: formatDate(issuedOn),
    }),
    title: '分享的查询结果',
    conclusion: CERTIFICATE_FIELDS.conclusion.label,
    number: CERTIFICATE_FIELDS.certificateNo.label,
    mass: CERTIFICATE_FIELDS.totalMassG.label,
    issuedOn: CERTIFICATE_FIELDS.issuedOn.label,
    /** Horizontal position of the values, px. */
    indent: 190,
    scan: '扫码看完整结果',
    until: (endTime: string): string => `${endTime} 止`,
    noCode: '不含核对码',
    label: (words: readonly string[], endTime: string): string =>
      `分享图片：${words.join('，')}，二维码打开此分享，${endTime} 止，不含核对码`,
    caption: '保存的图片，1080 × 1440',
    save: '保存图片',
  },
  /** Texts of the form for browsers without JavaScript. */
  form: {
    lead: RULE,
    made: (endTime: string): string => `已生成，至 ${endTime} 止。链接只在此刻显示，请现在复制：`,
    revokeLater: (link: (words: string) => ReactNode): ReactNode => (
      <>日后要收回，只能用这个{link('收回链接')}，它也只显示这一次，请一并保存。</>
    ),
    noProofs: '请先查询证书，再从查询结果分享',
    failed: (_code: number, message: string): string => message,
  },
  revoking: {
    lead: '收回后链接不再显示证书内容，不能恢复；要再分享，请重新查询证书。',
    busy: '收回中',
    open: '请打开分享时保存的收回链接。',
    outcomes: {
      revoked: '分享已收回，打开它的人不再看到证书。',
      malformed: '链接不完整，请重新打开收回链接',
      unknown: '没有这个分享，可能早已结束。',
      failed: '网络不通，分享没有收回，请稍后重试。',
    },
  },
}
