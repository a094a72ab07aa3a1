import type { Calls } from '../calls.ts'

/** Chinese words of the audit log, for its page, its file and its search. Pages import them, so there are no schemas here. */

type CallAction = Extract<Calls[keyof Calls], { audit: string }>['audit']
/** Actions of commands and of the site itself. */
type OwnAction =
  | 'access'
  | 'audit.accept'
  | 'audit.omitted'
  | 'content.publish'
  | 'import.finish'
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
  redirect: '跳转',
  page: '页面',
  article: '文章',
  content: '内容',
  comment: '评论',
  staffMail: '邮件提醒',
  setup: '首次设置',
  demo: '演示内容',
  backup: '备份',
  import: '导入文章',
  statistics: '统计',
  user: '用户',
  invitation: '邀请',
  signatory: '授权签字人',
  mark: '机构标志',
  partner: '合作方',
  webhook: '变动通知',
  log: '公开日志',
  order: '送检',
  media: '图片与文件',
}

/** Names of actions (`audit` of the calls). An action without a name here does not compile. */
const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  access: '进入',
  'order.receive': '收样',
  'order.step': '样品流转',
  'order.finish': '出证书',
  'order.handOut': '发放样品',
  'order.announce': '柜台登记委托单',
  'order.addItem': '加登样品',
  'order.code': '换发查询码',
  'order.identify': '核验证件',
  'order.pay': '登记款项',
  'order.strike': '划去款项',
  'order.dispute': '登记异议',
  'order.settle': '了结异议',
  'order.correct': '更正收样质量',
  'order.release': '放行超差样品',
  'order.draft': '建证书草稿',
  'order.picture': '上传样品图片',
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
  'media.upload': '上传',
  'media.fetch': '转存图片',
  'media.change': '修改说明',
  'media.replace': '换文件',
  'media.delete': '删除',
  'media.restore': '恢复',
  'redirect.add': '新增',
  'redirect.remove': '移除',
  'topic.add': '新增',
  'topic.rename': '改名',
  'topic.move': '调整顺序',
  'topic.merge': '合并',
  'page.create': '新建',
  'page.publish': '发布',
  'page.address': '改地址',
  'page.delete': '删除',
  'page.offline': '下线',
  'page.merge': '并入关于我们',
  'article.create': '新建',
  'article.save': '保存',
  'article.address': '改地址',
  'article.delete': '删除',
  'article.comments': '开放或关闭评论',
  'article.bulk': '批量处理',
  'article.bulkAll': '批量处理全部符合条件的文章',
  'article.bulkStop': '停止批量处理',
  'content.restore': '恢复版本',
  'content.takeOver': '接手编辑',
  'content.schedule': '定时发布',
  'content.unschedule': '取消定时',
  'content.check': '检查内容',
  'content.publish': '定时发布',
  'comment.approve': '通过评论',
  'comment.reject': '拒绝评论',
  'comment.return': '退回待审',
  'comment.delete': '删除评论',
  'comment.restore': '恢复评论',
  'comment.view': '查看已删除的评论',
  'staffMail.save': '改动邮件提醒',
  'staffMail.test': '发送测试邮件',
  'setup.owner': '建立负责人账号',
  'demo.remove': '移除',
  'backup.start': '开始备份',
  'backup.download': '下载备份',
  'import.upload': '上传文件',
  'import.start': '开始导入文章',
  'import.stop': '停止导入文章',
  'import.finish': '导入完毕',
  'import.report': '下载导入报告',
  'import.redirects': '下载跳转建议',
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
