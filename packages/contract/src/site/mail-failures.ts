/** Why a mail did not leave. The words are all that staff see: a server's own text may name hosts and accounts. */
export const MAIL_FAILURES = {
  off: '本站没有设置邮件服务器，请运维人员设置',
  connection: '连不上邮件服务器',
  login: '邮件服务器不接受账号或密码',
  refused: '邮件服务器拒收',
  other: '邮件服务器报错，详见日志',
} as const
export type MailFailure = keyof typeof MAIL_FAILURES
