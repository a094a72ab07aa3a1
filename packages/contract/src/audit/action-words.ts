import type { Calls } from '../calls.ts'

/** Chinese words of the audit log, for its page, its file and its search. Pages import them, so there are no schemas here. */

type CallAction = Extract<Calls[keyof Calls], { audit: string }>['audit']
/** Actions of commands and of the site itself. */
type OwnAction =
  | 'access'
  | 'audit.accept'
  | 'audit.omitted'
  | 'content.publish'
  | 'invitation.accept'
  | 'log.recover'
  | 'user.create'
  | 'user.resetOwner'
  | 'user.factorResetDone'
  | 'user.factorResetRefuse'
  | 'user.nickname'
export type AuditAction = CallAction | OwnAction
type Group<A> = A extends `${infer G}.${string}` ? G : A

/** Names of groups of actions: the part before the dot. */
export const GROUP_NAMES: Readonly<Record<Group<AuditAction>, string>> = {
  access: '管理',
  factor: '登录与安全',
  audit: '操作记录',
  ticket: '反馈与举报',
  certificate: '证书',
  reply: '常用语',
  site: '站点',
  topic: '分类与标签',
  page: '页面',
  article: '文章',
  content: '内容',
  setup: '首次设置',
  demo: '演示内容',
  statistics: '统计',
  user: '用户',
  invitation: '邀请',
  signatory: '授权签字人',
  mark: '机构标志',
  partner: '合作方',
  webhook: '变动通知',
  log: '公开日志',
}

/** Names of actions (`audit` of the calls). An action without a name here does not compile. */
const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  access: '进入',
  'factor.add': '新增验证方式',
  'factor.prove': '两步验证',
  'factor.remove': '移除验证方式',
  'factor.rename': '改名',
  'factor.logout': '退出其他设备',
  'factor.recoveryCodes': '重新生成恢复码',
  'audit.export': '导出',
  'audit.check': '校验',
  'audit.omitted': '多次被拒绝',
  'audit.accept': '认可现状',
  'ticket.register': '代客登记',
  'ticket.update': '改状态、经办人或时限',
  'ticket.note': '写内部备注',
  'ticket.answer': '答复',
  'ticket.picture': '上传图片',
  'ticket.resend': '重发邮件',
  'ticket.comment': '处理被举报的评论',
  'ticket.export': '导出',
  'reply.add': '新增',
  'reply.change': '修改',
  'reply.remove': '删除',
  'certificate.create': '建立或更正',
  'certificate.upload': '上传导入文件',
  'certificate.import': '批量入库',
  'certificate.change': '修改',
  'certificate.picture': '上传图片',
  'certificate.record': '上传原始记录',
  'certificate.recordRemove': '移除原始记录',
  'certificate.dossier': '导出全部档案',
  'certificate.submit': '提交审批',
  'certificate.return': '退回',
  'certificate.review': '审核',
  'certificate.approve': '批准',
  'certificate.approveMany': '成批审核或批准',
  'certificate.approveStop': '停止成批审核或批准',
  'certificate.withdraw': '申请撤销',
  'certificate.withdrawNow': '紧急撤销',
  'certificate.confirm': '复核撤销',
  'certificate.checkRecovered': '核对恢复的证书',
  'certificate.reissue': '换发',
  'certificate.discard': '放弃',
  'certificate.export': '导出',
  'certificate.print': '打印（含核对码）',
  'certificate.copy': '打印（不含核对码）',
  'log.recover': '恢复',
  'site.save': '修改',
  'site.restore': '恢复版本',
  'site.picture': '上传图片',
  'topic.add': '新增',
  'topic.rename': '改名',
  'topic.move': '调整顺序',
  'topic.merge': '合并',
  'page.publish': '发布',
  'article.create': '新建',
  'article.save': '保存',
  'article.delete': '删除',
  'article.bulk': '批量处理',
  'article.bulkAll': '批量处理全部符合条件的文章',
  'article.bulkStop': '停止批量处理',
  'content.restore': '恢复版本',
  'content.takeOver': '接手编辑',
  'content.schedule': '定时发布',
  'content.unschedule': '取消定时',
  'content.check': '检查内容',
  'content.publish': '定时发布',
  'setup.owner': '建立负责人账号',
  'demo.remove': '移除',
  'statistics.export': '导出',
  'user.export': '导出',
  'user.create': '建立账号',
  'user.duties': '改动职责',
  'user.signingName': '改动证书署名',
  'user.signingPicture': '上传签名图片',
  'user.signingPictureRemove': '移除签名图片',
  'user.nickname': '更改昵称',
  'user.disable': '停用账号',
  'user.enable': '启用账号',
  'user.logout': '退出全部设备',
  'user.resetOwner': '重设密码并授予“负责人”',
  'user.factorReset': '申请重设两步验证',
  'user.factorResetStop': '撤回重设两步验证',
  'user.factorResetRefuse': '拒绝重设两步验证',
  'user.factorResetDone': '重设了两步验证',
  'invitation.send': '发出邀请',
  'invitation.again': '再次提醒受邀人',
  'invitation.withdraw': '撤回邀请',
  'invitation.accept': '接受邀请',
  'signatory.add': '登记授权签字人',
  'signatory.change': '改动授权签字人',
  'signatory.withdraw': '撤回授权签字人',
  'signatory.delegate': '登记代理签字人',
  'mark.save': '保存',
  'partner.add': '新增',
  'partner.change': '修改',
  'partner.keyAdd': '生成密钥',
  'partner.keyRotate': '轮换密钥',
  'partner.keyRevoke': '吊销密钥',
  'webhook.add': '新增通知地址',
  'webhook.switch': '停用或启用通知地址',
  'webhook.remove': '删除通知地址',
  'webhook.rotate': '更换签名密钥',
  'webhook.test': '发送测试通知',
  'webhook.repeat': '重发通知',
}

const findWord = (words: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** Chinese name of an action; an action of another release keeps its identifier. */
export function getActionName(action: string): string {
  return findWord(ACTION_NAMES, action) ?? action
}

/** Length of a name that is only a verb, so that the group must name its object. */
const VERB_LENGTH = 2

/** Names an action as part of a sentence: `停用账号`, `导出操作记录`. */
export function getActionPhrase(action: string): string {
  const name = getActionName(action)
  return name.length > VERB_LENGTH ? name : `${name}${getGroupName(action)}`
}

export function getGroupName(action: string): string {
  const [group = ''] = action.split('.', 1)
  return findWord(GROUP_NAMES, group) ?? group
}
