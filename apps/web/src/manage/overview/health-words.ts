import { describeAuditFault } from '@portal/contract/audit/audit-rules.ts'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { describeLogFault } from '@portal/contract/log/log-fault-words.ts'
import type { Health } from '@portal/contract/site/figures.ts'
import type { JobKind } from '@portal/contract/site/job-rules.ts'
import { MAIL_FAILURES } from '@portal/contract/site/mail-failures.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { formatBytes, formatDayAndClock } from '#lib/format.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export interface HealthLine {
  name: string
  shape: StatusShape
  state: string
  details: string
}

/** Age in days from which a backup causes a warning. */
const BACKUP_DAYS = 2
/** Free share of the disk below which it causes a warning. */
const LITTLE_SHARE = 0.1
const DAYS_A_MONTH = 30

export function describeMail({ mode, sentAt, failedAt, failure, unsent }: Health['mail'], nowMs: number): HealthLine {
  const name = '邮件'
  if (mode === 'off')
    return { name, shape: 'off', state: '未设置', details: '验证码与答复都发不出，请运维人员设置发信' }
  if (mode === 'mailbox') return { name, shape: 'off', state: '开发信箱', details: '邮件只进本机信箱，不会真正寄出' }
  const sent = sentAt === null ? '还没有寄出过邮件' : `最近寄出：${formatDayAndClock(sentAt, nowMs)}`
  const resend = unsent > 0 ? `；${unsent} 封答复待重发` : ''
  const hasFailed = failedAt !== null && (sentAt === null || failedAt > sentAt)
  if (hasFailed) {
    const reason = `${formatDayAndClock(failedAt, nowMs)} 起：${MAIL_FAILURES[failure ?? 'other']}`
    return { name, shape: 'stop', state: '最近一封失败', details: `${reason}；${sent}${resend}` }
  }
  if (unsent > 0) return { name, shape: 'wait', state: `${unsent} 封未送出`, details: `${sent}${resend}` }
  return { name, shape: sentAt === null ? 'off' : 'live', state: sentAt === null ? '未知' : '正常', details: sent }
}

export function describeStorage({
  usedBytes,
  freeBytes,
  totalBytes,
  dailyBytes,
  database,
}: Health['storage']): HealthLine {
  if (freeBytes === null || totalBytes === null) return describeBucket(usedBytes)
  const isLittle = freeBytes < totalBytes * LITTLE_SHARE
  const daysLeft = dailyBytes !== null && dailyBytes > 0 ? freeBytes / dailyBytes : null
  const growth = daysLeft === null ? '' : `；按近 30 天的增长${describeTimeLeft(daysLeft)}`
  const other = database === 'postgres' ? '（不含 PostgreSQL 数据库）' : ''
  return {
    name: '存储',
    ...(isLittle ? { shape: 'stop', state: '空间不足' } : { shape: 'live', state: '正常' }),
    details: `本站占 ${formatBytes(usedBytes ?? 0)}${other}，磁盘剩 ${formatBytes(freeBytes)} / ${formatBytes(totalBytes)}${growth}`,
  }
}

/** @param usedBytes `null`: object storage does not answer */
function describeBucket(usedBytes: number | null): HealthLine {
  const name = '存储'
  if (usedBytes === null) {
    const details = '对象存储暂时没有应答：图片与附件可能打不开，上传会失败。恢复后不必重启'
    return { name, shape: 'stop', state: '连不上', details }
  }
  return {
    name,
    shape: 'live',
    state: '对象存储',
    details: `文件占 ${formatBytes(usedBytes)}，不含数据库；余量见服务商的控制台`,
  }
}

/** `undefined`: no file is missing. */
export function describeMissingFiles(
  { missingFiles, filesCheckedAt }: Health['storage'],
  nowMs: number,
): HealthLine | undefined {
  if (missingFiles === 0 || filesCheckedAt === null) return undefined
  const checked = `${formatDayAndClock(filesCheckedAt, nowMs)} 核对`
  return {
    name: '文件',
    shape: 'stop',
    state: `${missingFiles} 个缺失`,
    details: `${checked}：数据库记有这些文件，但存储中没有。请技术人员运行 npm run admin -- files check 列出，从备份中找回`,
  }
}

function describeTimeLeft(days: number): string {
  if (days > 5 * 365) return '，五年内不会满'
  return days < 2 * DAYS_A_MONTH ? `约 ${Math.round(days)} 天后满` : `约 ${Math.round(days / DAYS_A_MONTH)} 个月后满`
}

export function describeBackup({ newestAt, count, hasDatabase }: Health['backup'], nowMs: number): HealthLine {
  const name = '备份'
  if (newestAt === null) {
    return { name, shape: 'off', state: '没有找到', details: '“设置 › 备份”里还没有；存放在别处的，此处看不到' }
  }
  const days = Math.floor((nowMs - (toInstantMs(newestAt) ?? nowMs)) / DAY_MS)
  const database = hasDatabase ? '' : '；不含 PostgreSQL 数据库'
  const details = `共 ${count} 份${database}。能否恢复，以恢复演练为准`
  if (days >= BACKUP_DAYS) return { name, shape: 'wait', state: `${days} 天前`, details }
  return { name, shape: 'live', state: formatDayAndClock(newestAt, nowMs), details }
}

export function describeAudit(
  { entries, checkedAt, fault, checkedEntries }: Health['audit'],
  nowMs: number,
): HealthLine {
  const name = '操作记录'
  const count = `共 ${entries} 条`
  if (checkedAt === null) return { name, shape: 'off', state: '尚未校验', details: `${count}；每天校验一次` }
  const checked = `${formatDayAndClock(checkedAt, nowMs)} 校验`
  if (fault === null) return { name, shape: 'live', state: '完整', details: `${count}；${checked}` }
  return {
    name,
    shape: 'stop',
    state: '校验未通过',
    details: `${checked}：${describeAuditFault(fault, checkedEntries)}请立即报告负责人，不要改动数据库`,
  }
}

const JOB_NAMES: Readonly<Record<JobKind, string>> = {
  ticketMail: '答复邮件',
  staffMail: '提醒同事的邮件',
  savedCertificateNotice: '证书变动通知',
  savedCertificateMail: '证书变动邮件',
  endpointMail: '通知地址停用邮件',
  endpointRemoval: '删除通知地址',
  publishing: '定时发布',
  bulkChange: '文章成批处理',
  contentCheck: '全站内容检查',
  certificateBatch: '证书文件导入',
  certificateApproval: '成批批准证书',
  webhookDelivery: '向合作方发送通知',
  siteBackup: '全站备份',
  contentImport: '导入文章',
  orderMail: '给委托方的邮件',
  sampleCertificate: '样品与证书同步',
}

/** `undefined`: nothing was given up. */
export function describeDeadJobs(jobs: Health['deadJobs'], nowMs: number): HealthLine | undefined {
  if (jobs.length === 0) return undefined
  const total = jobs.reduce((sum, { count }) => sum + count, 0)
  const kinds = jobs.map(({ kind, count }) => `${JOB_NAMES[kind]} ${count} 项`).join('、')
  const last = jobs.map(({ lastTime }) => lastTime).reduce((one, other) => (one > other ? one : other))
  return {
    name: '后台任务',
    shape: 'stop',
    state: `${total} 项未完成`,
    details: `${kinds}，最近一项停于 ${formatDayAndClock(last, nowMs)}。多次尝试未成或对方拒收，不再自动重试；原因见上游的运行日志`,
  }
}

/** Entries usually wait for a second; a longer wait means that signing fails. */
const UNSIGNED_MS = MINUTE_MS

export function logLine(log: Health['log'], nowMs: number): HealthLine {
  const { origin, entries, unsigned, signedAt, awayWitnesses, stopped, checked } = log
  const name = '公开日志'
  if (stopped) {
    const details = `${describeLogFault(stopped.kind, stopped.detail)}。查询照常，暂不能签发`
    return { name, shape: 'stop', state: '已停止', details }
  }
  if (checked?.fault) {
    const details = `${formatDayAndClock(checked.at, nowMs)} 校验：${describeLogFault(checked.fault.kind, checked.fault.detail)}`
    return { name, shape: 'stop', state: '校验未通过', details }
  }
  if (origin === null || signedAt === null) return { name, shape: 'off', state: '尚未建立', details: '启动后即建立' }
  const check = checked ? `；${formatDayAndClock(checked.at, nowMs)} 校验` : ''
  const signed = `共 ${entries} 条；${formatDayAndClock(signedAt, nowMs)} 签名${check}`
  const isLate = unsigned > 0 && nowMs - (toInstantMs(signedAt) ?? nowMs) > UNSIGNED_MS
  if (isLate) return { name, shape: 'wait', state: `${unsigned} 条待签名`, details: signed }
  if (awayWitnesses.length > 0) {
    const details = `${signed}。${awayWitnesses.join('、')} 最近一次没有副签，原因见上游的运行日志`
    return { name, shape: 'wait', state: `${awayWitnesses.length} 个见证人未副签`, details }
  }
  if (origin === 'localhost/log') {
    return { name, shape: 'off', state: '试用', details: `${signed}。请运维人员设置正式网址，之后成为正式日志` }
  }
  return { name, shape: 'live', state: '正常', details: signed }
}
