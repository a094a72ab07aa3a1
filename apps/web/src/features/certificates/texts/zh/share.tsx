import { SHARE_PATH, SHARE_REVOKE_PATH, type ShareDays } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { ReactNode } from 'react'
import { showOffline } from '#lib/api/use-busy.ts'
import type { CrumbWords } from '#ui/crumb.tsx'

/** Texts of calls that failed. */
export const calls = {
  /** Whether the page shows failed calls itself, because the texts of the API client are Chinese. */
  isQuiet: false,
  /** Shows that a call failed without an answer; the API client has shown errors that upstream answered. */
  showFailure: (reason: unknown): void => showOffline(reason),
  /** Reason why upstream refused a call. */
  describeRefusal: (_code: number, message: string): string => message,
}

/** Texts of making and revoking shares; `certificate.tsx` has those of the dialog alone. */
export const share = {
  /** Paths of the pages in this language; the secret is appended to the first one. */
  sharePath: SHARE_PATH as string,
  revokePath: SHARE_REVOKE_PATH as string,
  formPath: '/certificate-check/share',
  lookupPath: '/certificate-check',
  title: '分享查询结果',
  rule: '看到的人见证书内容，不见核对码。更正后改示新版，换发或撤销时分享随即结束。',
  lookUp: '查询证书',
  crumbLookup: '证书查询',
  /** Words of the breadcrumb; by default in Chinese. */
  crumbWords: undefined as CrumbWords | undefined,
  days: '有效时间',
  dayChoice: (days: ShareDays): string => `${days} 天`,
  make: '生成链接',
  revoke: '收回分享',
  /** Texts of the form for browsers without JavaScript. */
  form: {
    made: (endTime: string): string => `已生成，至 ${endTime} 止。链接只在此刻显示，请现在复制：`,
    revokeLater: (link: (words: string) => ReactNode): ReactNode => (
      <>日后要收回，只能用这个{link('收回链接')}，它也只显示这一次，请一并保存。</>
    ),
    noProofs: '请先查询证书，再从查询结果分享',
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
