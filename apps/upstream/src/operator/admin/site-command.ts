import { findTextFault, normaliseText, TEXT_MAX } from '@portal/contract/site/site-rules.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import { EXIT } from '#platform/commands/command.ts'
import type { Db } from '#platform/db/open.ts'
import { type MemberValues, readMembers } from '#platform/settings/site-settings.ts'
import { saveSettings, toAuditChanges } from '#site/settings/save-settings.ts'
import type { AdminResult } from './admin-result.ts'

interface Field {
  /** Member of the contract's site settings, whose rules apply. */
  member: string
  /** Description of accepted values, in Chinese and English. */
  accepted: string
}

const FIELDS: Readonly<Record<string, Field>> = {
  phone: { member: 'phone', accepted: '电话号码，如 0871-6512 3456 或 400-820-0000 (a telephone number)' },
  icp: { member: 'recordNum', accepted: 'ICP 备案号，如 滇ICP备12345678号-1 (an ICP filing number)' },
  address: { member: 'visitAddress', accepted: '收样地址，不超过 200 字 (an address of at most 200 characters)' },
  email: { member: 'email', accepted: '邮箱地址，如 service@example.cn (an e-mail address)' },
  bulletin: {
    member: 'bulletin',
    accepted: '公告，不超过 500 字，可用 <b>、<a href> (an announcement of at most 500 characters, simple HTML)',
  },
  name: { member: 'name', accepted: '单位名称，不超过 60 字 (the name of the organisation, at most 60 characters)' },
  police: {
    member: 'policeRecordNum',
    accepted: '公安备案号，如 滇公网安备53010002000123号 (a filing number of the public security)',
  },
  licence: { member: 'creditCode', accepted: '18 位统一社会信用代码 (the unified social credit code)' },
}

export const SITE_USAGE = [
  'npm run admin -- site                        显示网站信息 (shows the site information)',
  'npm run admin -- site set NAME=VALUE …       修改；值为空则清除 (changes it; an empty value removes it)',
  ...Object.entries(FIELDS).map(([key, { accepted }]) => `    ${key.padEnd(9)} ${accepted}`),
]

/** Span of an announcement by the command, which is shown immediately and until it is replaced. */
const WITHOUT_SPAN = { bulletinFrom: null, bulletinUntil: null }
/** Actor in the audit log, because no account is logged in. */
const ACTOR = { id: null, name: '运维命令' }
const AUDIT_ACTION = 'site.save'

/**
 * `npm run admin -- site …`: sets the information in footer, contact page and announcement bar. Stores all given values
 * or none, as a version of the settings and with an entry in the audit log.
 */
export async function runSite(
  args: readonly string[],
  { db, ...writer }: AuditWriter & { db: Db },
): Promise<AdminResult> {
  const [command, ...pairs] = args
  const before = await readMembers(db)
  const readStored = ({ member }: Field) => String(before[member] ?? '')
  if (command === undefined) {
    return { exitCode: EXIT.done, lines: Object.entries(FIELDS).map(([key, field]) => `${key}=${readStored(field)}`) }
  }
  if (command !== 'set' || pairs.length === 0) return makeMisused()
  const changes = new Map<string, { field: Field; value: string }>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const key = pair.slice(0, Math.max(at, 0))
    const field = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined
    if (!field) return makeMisused(`无此项目 (there is no such item): ${pair}`)
    if (changes.has(key)) return makeMisused(`重复的项目 (given twice): ${key}`)
    const value = normaliseText(field.member, pair.slice(at + 1))
    const isMissing = value === '' && field.member === 'name'
    if (
      isMissing ||
      findTextFault(field.member, value, writer.now()) !== null ||
      value.length > (TEXT_MAX[field.member] ?? 0)
    ) {
      return makeMisused(`${key} 的值不能使用 (cannot be used): ${value}`, `可用 (accepted): ${field.accepted}`)
    }
    changes.set(key, { field, value })
  }
  await save(db, writer, Object.fromEntries([...changes.values()].map(({ field, value }) => [field.member, value])))
  const at = new Date(writer.now()).toISOString()
  return {
    exitCode: EXIT.done,
    lines: [
      ...[...changes].map(([key, { field, value }]) => `${at} site ${key}: ${readStored(field)} -> ${value}`),
      '网站在约 15 秒内改用新内容；之前缓存的页面在被访问一次之后更新。',
      'The site uses it within some 15 seconds; a cached page is updated after one more visit.',
    ],
  }
}

async function save(db: Db, { digest, now }: AuditWriter, texts: Record<string, string>): Promise<void> {
  const members: MemberValues = 'bulletin' in texts ? { ...texts, ...WITHOUT_SPAN } : texts
  await db.transaction().execute(async (trx) => {
    const { version: seenVersion } = await trx.selectFrom('site_head').select('version').executeTakeFirstOrThrow()
    const { version, changes } = await saveSettings(trx, {
      version: seenVersion,
      members,
      actorId: ACTOR.id,
      at: now(),
    })
    if (changes.length === 0) return
    const subject = { kind: 'site', id: 'settings', name: `版本 ${version}`, changes: toAuditChanges(changes) }
    const source = { requestId: 'command', network: 'local', device: null }
    await appendAudit(trx, { now, digest }, { ...source, actor: ACTOR, action: AUDIT_ACTION, subject, outcome: 'done' })
  })
}

function makeMisused(...lines: string[]): AdminResult {
  return { exitCode: EXIT.usage, lines: [...lines, ...SITE_USAGE] }
}
