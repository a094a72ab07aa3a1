import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'

type Change = Pick<Selectable<Tables['certificate_notices']>, 'certificate_no' | 'kind' | 'version' | 'newer_no'>

/** Page of saved certificates. */
const PAGE = '/user?tab=certificates'

function formatSentence({ certificate_no, kind, version, newer_no }: Change): string {
  if (kind === 'correction') return `您收存的证书 ${certificate_no} 已更正，现为第 ${version} 版。`
  if (kind === 'withdrawal') return `您收存的证书 ${certificate_no} 已撤销，请勿再作为依据；它的分享已结束。`
  const newer = newer_no ? `新证书编号 ${newer_no}，请凭新证书上的核对码查询，再收存新证书；` : ''
  return `您收存的证书 ${certificate_no} 已换发，原证书停止使用，它的分享已结束。${newer}`.replace(/；$/, '。')
}

/** Formats the notice as HTML. */
export function formatNotice(change: Change): string {
  return `${formatSentence(change)}<a href="${PAGE}">我的证书</a>`
}

const SUBJECTS = { correction: '已更正', withdrawal: '已撤销', reissue: '已换发' } as const

/** Writes the mail as plain text. @param siteUrl `null`: without a link */
export function composeChangeMail(change: Change, siteName: string, siteUrl: string | null) {
  const where = siteUrl === null ? '请登录本站，在“我的证书”中查看。' : `详情见“我的证书”：\n${siteUrl}${PAGE}`
  const lines = ['您好：', '', formatSentence(change), '', where]
  lines.push('', '不想再收到这类邮件，请在“我的证书”中关闭“变动时发邮件”。本邮件由系统发送，请勿直接回复。')
  if (siteName !== '') lines.push('', siteName)
  return { subject: `证书 ${change.certificate_no} ${SUBJECTS[change.kind]}`, text: lines.join('\n') }
}
