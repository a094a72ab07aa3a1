import { ARTICLE_MEMBER_NAMES, BULK_ACTION_NAMES } from '../articles/article-words.ts'
import type { SiteMember } from '../site/site-settings.ts'

const SITE: Readonly<Record<SiteMember, string>> = {
  name: '名称',
  nameEn: '英文名称',
  summary: '简介',
  keyword: '关键词',
  logo: '标志',
  seal: '印章',
  startedAt: '开站日期',
  hidesClock: '运行时间',
  webUrl: '网址',
  author: '作者',
  authorInfo: '作者介绍',
  phone: '电话',
  visitAddress: '地址',
  email: '邮箱',
  wechat: '微信公众号',
  qqNumber: 'QQ',
  qqGroup: 'QQ 群',
  showList: '公开的联系方式',
  recordNum: 'ICP 备案号',
  policeRecordNum: '公安备案号',
  creditCode: '统一社会信用代码',
  bulletin: '公告',
  bulletinFrom: '公告开始',
  bulletinUntil: '公告结束',
  lantern: '灯笼',
  lanternFrom: '灯笼开始',
  lanternUntil: '灯笼结束',
  weekHours: '营业时间',
  specialDays: '节假日与调休',
  loginTypesOff: '登录方式',
  footerLinks: '页脚链接',
  navigation: '站点导航',
  fourEyesOff: '停用四眼原则',
  fourEyesReason: '停用四眼原则的理由',
  threePersons: '须三人签署的类别',
  requiredFields: '各类别的必填项目',
  standards: '标准表',
}

/** Members of the records of authorised signatories and of marks. */
const RECORD = {
  deputyFor: '代理',
  title: '职称',
  categories: '类别',
  validFrom: '起',
  validTo: '止',
  standards: '范围内的标准',
  isPrinted: '印在证书上',
  number: '证书编号',
  scope: '范围',
}

/** Kinds of records that are removed with the demo content, by `DemoKind`. */
const DEMO = {
  article: '文章',
  page: '常设页面',
  tag: '标签',
  certificate: '证书',
  comment: '文章评论',
  post: '动态',
  postComment: '动态评论',
  message: '私信',
  user: '人员',
  navigation: '站点导航',
  setting: '站点设置',
  search: '热搜',
}

const OTHERS = {
  ...ARTICLE_MEMBER_NAMES,
  publishAt: '发布时间',
  draft: '草稿',
  lock: '编辑者',
  author: '作者',
  content: '内容',
  ...BULK_ACTION_NAMES,
  state: '状态',
  assignee: '经办人',
  due: '时限',
  dueTime: '生效时间',
  source: '来源',
  comment: '评论',
  search: '搜索',
  category: '类别',
  shown: '对外状态',
  changeState: '办理状态',
  stage: '待办步骤',
  from: '自',
  to: '至',
  by: '制作',
  warned: '警示',
  unconfirmed: '待复核',
  recovered: '恢复后待核对',
  numbers: '编号',
  rows: '份数',
  version: '版本',
  kind: '事由',
  print: '版式',
  sha256: '文件的 SHA-256',
  replaces: '换发自',
  target: '入库为',
  duties: '职责',
  signingName: '证书署名',
  signingPicture: '签名图片',
  nickname: '昵称',
  reason: '原因',
  until: '停用至',
  email: '邮箱',
  label: '名称',
  name: '名称',
  into: '并入',
  chain: '校验结果',
  entries: '条数',
  address: '通知地址',
  isOn: '启用',
  events: '通知编号',
  key: '密钥',
  contactEmail: '联系邮箱',
  scopes: '权限',
  dailyQuota: '每日次数',
  addresses: '地址范围',
}

/** Members of a standing page that have another name in its editor. */
const PAGE = { summary: '导语' }

const OF_GROUP = { page: PAGE, site: SITE, setup: SITE, signatory: RECORD, mark: RECORD, demo: DEMO }

/** Names of members in the changes of entries. */
export type AuditMember = keyof typeof OTHERS | keyof typeof RECORD | keyof typeof DEMO | SiteMember

/** Chinese name of a changed member; a member of another release keeps its identifier. */
export function getMemberName(action: string, member: string): string {
  const [group = ''] = action.split('.', 1)
  const ofGroup = Object.hasOwn(OF_GROUP, group) ? OF_GROUP[group as keyof typeof OF_GROUP] : {}
  const names: Readonly<Record<string, string>> = { ...OTHERS, ...ofGroup }
  return (Object.hasOwn(names, member) ? names[member] : SITE[member as SiteMember]) ?? member
}
