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
  headerMenu: '页眉菜单',
  footerLinks: '页脚菜单',
  navigation: '站点导航',
  fourEyesOff: '停用四眼原则',
  fourEyesReason: '停用四眼原则的理由',
  threePersons: '须三人签署的类别',
  orderServices: '送检项目与价目',
  orderUrgentPercent: '加急费',
  orderCutOff: '收样截止',
  orderTerms: '送检须知',
  orderTolerances: '复称允许差',
  orderTrays: '样品柜格',
  orderFirstSerial: '委托单每天的起始号',
  orderContactDays: '联系方式保存天数',
  orderKeptYears: '委托单保存年数',
  requiredFields: '各类别的必填项目',
  standards: '标准表',
  commentPolicy: '评论审核',
  commentWords: '拦截的词',
  commentCloseDays: '文章的评论期限',
  unwantedPages: '不需要的常设页面',
  homeSections: '首页各段的次序',
  homeTitle: '首页大标题第一行',
  homeTitleEnd: '首页大标题第二行',
  homeLead: '首页导语',
  servicesLead: '检测业务的说明',
  homeSteps: '检测业务的步骤',
  homeServices: '检测业务的各项',
  homeGems: '首页的宝石条目',
  impartialityTitle: '公正与标准的标题',
  impartialityText: '公正与标准的说明',
  homeStandards: '首页的标准',
  qualificationsLead: '资质的说明',
  qualifications: '首页的资质',
  paragraphTitle: '自由段落的标题',
  paragraph: '自由段落的正文',
  newsLead: '新闻资讯的导语',
  researchLead: '研究的导语',
  answerDays: '答复时限',
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
  commentDays: '评论',
  slug: '地址',
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
  step: '步骤',
  mass: '质量',
  items: '件数',
  certificate: '证书',
  cents: '金额（分）',
  event: '事件的 SHA-256',
  massAlarm: '复称超出的 SHA-256',
}

/** Members of a file of the library. */
const MEDIA = {
  name: '文件名',
  alt: '替代文字',
  isDecorative: '纯装饰',
  isSearchable: '允许搜索',
  origin: '来源与授权',
}

/** Members of a standing page that have another name in its editor. */
const PAGE = { summary: '导语' }

/** Members of the mails that a person wants. */
const MAILS = { newTickets: '新工单', due: '快到时限', overdue: '超时的工单', comments: '待审的评论' }

const OF_GROUP = {
  staffMail: MAILS,
  page: PAGE,
  media: MEDIA,
  site: SITE,
  setup: SITE,
  signatory: RECORD,
  mark: RECORD,
  demo: DEMO,
}

/** Names of members in the changes of entries. */
export type AuditMember =
  | keyof typeof OTHERS
  | keyof typeof RECORD
  | keyof typeof DEMO
  | keyof typeof MAILS
  | keyof typeof MEDIA
  | SiteMember

/** Chinese name of a changed member; a member of another release keeps its identifier. */
export function getMemberName(action: string, member: string): string {
  const [group = ''] = action.split('.', 1)
  const ofGroup = Object.hasOwn(OF_GROUP, group) ? OF_GROUP[group as keyof typeof OF_GROUP] : {}
  const names: Readonly<Record<string, string>> = { ...OTHERS, ...ofGroup }
  return (Object.hasOwn(names, member) ? names[member] : SITE[member as SiteMember]) ?? member
}
