import { getActionName, getGroupName } from './action-words.ts'
import type { AuditChange, AuditEntry } from './audit.ts'
import { getMemberName } from './member-words.ts'
import { describeMemberValue } from './value-words.ts'

/** Kinds of objects of actions. */
const KINDS = {
  article: '文章',
  articles: '文章',
  audit: '操作记录',
  backup: '备份',
  call: '页面',
  category: '栏目',
  certificate: '证书',
  certificates: '证书',
  comment: '评论',
  demo: '演示内容',
  export: '导出文件',
  factor: '验证方式',
  import: '导入文章',
  invitation: '邀请',
  log: '公开日志',
  mark: '机构标志',
  media: '图片与文件',
  order: '委托单',
  page: '页面',
  partner: '合作方',
  redirect: '跳转',
  reply: '常用语',
  sample: '样品',
  session: '登录',
  site: '站点',
  tag: '标签',
  ticket: '工单',
  user: '用户',
}

/** Ids that are words. */
const IDS = {
  passkey: '通行密钥',
  totp: '动态验证码',
  recoveryCode: '恢复码',
  others: '其他全部设备',
  chain: '全部记录',
  deleted: '已删除的',
  settings: '全部设置',
  picture: '图片',
  content: '全部内容',
  import: '批量导入',
  demo: '演示内容',
}

/** Subject of a refused call, by the part of its path after `/v1/manage/`. */
const AREAS = {
  me: '本人的职责',
  missing: '还缺什么',
  preview: '预览',
  articles: '文章',
  audit: '操作记录',
  backups: '备份',
  bench: '检测台',
  certificates: '证书',
  checks: '内容检查',
  comments: '评论',
  content: '内容',
  demo: '演示内容',
  factor: '登录与安全',
  health: '运行状况',
  imports: '导入文章',
  invitations: '邀请',
  links: '站内链接',
  marks: '机构标志',
  menus: '菜单',
  media: '图片与文件',
  order: '委托单',
  orders: '委托单',
  trays: '样品柜',
  overview: '概览',
  ownPages: '页面',
  pages: '页面',
  partners: '合作方',
  previews: '预览',
  redirects: '跳转',
  replies: '常用语',
  samples: '样品',
  sessions: '登录设备',
  setup: '首次设置',
  site: '站点',
  signatories: '授权签字人',
  staffMail: '邮件提醒',
  statistics: '统计',
  tags: '标签',
  tickets: '反馈与举报',
  topics: '分类与标签',
  users: '用户',
  views: '已存的筛选',
  webhooks: '变动通知',
  categories: '栏目',
}

const findWord = (words: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** Chinese name of the kind of an object; a kind of another release keeps its identifier. */
export const getKindName = (kind: string): string => findWord(KINDS, kind) ?? kind

export const OUTCOME_NAMES: Readonly<Record<AuditEntry['outcome'], string>> = {
  done: '成功',
  refused: '拒绝',
  failed: '失败',
}

/** Names the area of a call, e.g. `PUT /v1/manage/articles/:id/draft`; `undefined` for an unknown one. */
export const findCallArea = (call: string): string | undefined =>
  findWord(AREAS, /^\w+ \/v1\/manage\/(\w+)/.exec(call)?.[1] ?? '')

type Target = Pick<AuditEntry, 'targetKind' | 'targetId' | 'targetName'>

/** Formats the id for readers; `null` when it is a word or a path. */
export function formatTargetNumber({ targetKind, targetId }: Target): string | null {
  return targetId === null || targetKind === 'call' || findWord(IDS, targetId) ? null : targetId
}

/** Names the object of an action, as far as the log identifies it. */
export function formatTargetName({ targetKind, targetId, targetName: name }: Target): string {
  if (targetKind === 'call') return findCallArea(targetId ?? '') ?? '管理页面'
  if (targetKind === 'site' && targetId === 'settings') return name ? `站点设置，${name}` : '站点设置'
  return name ?? (targetId === null ? '' : (findWord(IDS, targetId) ?? targetId))
}

/** Describes a change in Chinese. */
export function describeChange(action: string, { member, before, after }: AuditChange): AuditChange {
  // Readers see an empty text and an empty list as no value.
  const words = (value: string | null) => (value === null ? null : describeMemberValue(action, member, value) || null)
  return { member: getMemberName(action, member), before: words(before), after: words(after) }
}

/** Formats changes as lines: `电话：0871-1 → 0871-2`. */
export const formatChanges = (action: string, changes: readonly AuditChange[]): string =>
  changes
    .map((change) => describeChange(action, change))
    .map(({ member, before, after }) => `${member}：${before ?? '（空）'} → ${after ?? '（空）'}`)
    .join('\n')

/** Maximum length of a searched value and of the whole searched text, in characters; an index stores the text. */
const [VALUE_MAX, TEXT_MAX] = [80, 600]

/** Builds the text that a search in the log matches: all short texts that the page shows of an entry, in lower case. */
export function buildSearchText(
  entry: Target & Pick<AuditEntry, 'action' | 'actorName' | 'changes' | 'reason'>,
): string {
  const { action, actorName, targetKind, targetId, changes, reason } = entry
  const shown = changes.map((change) => describeChange(action, change))
  const values = shown.flatMap(({ before, after }) => [before, after]).map((value) => value?.slice(0, VALUE_MAX))
  const names = [
    actorName,
    getGroupName(action),
    getActionName(action),
    targetKind && getKindName(targetKind),
    formatTargetName(entry),
  ]
  const all = [
    ...names,
    targetKind === 'call' ? null : targetId,
    ...shown.map(({ member }) => member),
    ...values,
    reason,
  ]
  // PostgreSQL stores no NUL in texts.
  return [...new Set(all.filter(Boolean))].join(' ').replaceAll('\0', ' ').toLowerCase().slice(0, TEXT_MAX)
}
