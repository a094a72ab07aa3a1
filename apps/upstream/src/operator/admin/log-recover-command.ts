import { parseArgs } from 'node:util'
import type { ReturnedCertificate } from '#operator/recovery/bring-back.ts'
import { openCopy } from '#operator/recovery/log-copy.ts'
import { type Recovered, recoverLog } from '#operator/recovery/recover-log.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { EXIT } from '#platform/commands/command.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import type { AdminResult } from './admin-result.ts'

export const LOG_USAGE = [
  'npm run admin -- log-recover [--from URL|FOLDER] 恢复备份后找回条目与证书；无恢复前的数据库时由副本补回条目 (leads the public log on after a restore)',
  'npm run admin -- log-recover --trust-database    标记文件已失，且确知没有更新的检查点 (no newer checkpoint was ever published)',
]

interface Options extends AuditWriter {
  db: Db
  config: Pick<Config, 'dataDir' | 'logSeed' | 'siteUrl'>
  markStore: MarkStore
  /** Folder to which relative paths refer. */
  folder: string
}

/** `npm run admin -- log-recover …`: continues the public log after the restore of a backup. @throws CommandError */
export async function runLogRecover(args: readonly string[], options: Options): Promise<AdminResult> {
  const { db, config, markStore, folder, digest, now } = options
  const { dataDir, logSeed, siteUrl } = config
  const parsedArguments = readArguments(args)
  if (!parsedArguments) return { exitCode: EXIT.usage, lines: LOG_USAGE }
  const { from, 'trust-database': trustsDatabase = false } = parsedArguments
  const copy = from === undefined ? undefined : openCopy(from, folder)
  const recovered = await recoverLog({
    db,
    dataDir,
    logSeed,
    siteUrl,
    markStore,
    digest,
    now,
    copy,
    trustsDatabase,
  })
  return { exitCode: EXIT.done, lines: formatReport(recovered) }
}

function formatReport({ size, folder, returned, unknown, reentered }: Recovered): string[] {
  const lost = returned.filter(({ newest }) => newest === null)
  const recoveredLines = returned.flatMap(({ certificateNo, newest }) =>
    newest ? `${certificateNo}  ${describeVersion(newest)}` : [],
  )
  const unknownCount = unknown.reduce((sum, { count }) => sum + count, 0)
  return [
    `The public log continues after ${size} entries. 公开日志从第 ${size} 条之后继续。`,
    ...formatList(
      `${recoveredLines.length} certificates came back from ${folder} as they were published. 已由恢复前的数据库找回，与公开时一致，请制证人员核对：`,
      recoveredLines,
    ),
    ...formatList(
      `${lost.length} certificates came back without their content: withdraw them, or issue them again. 内容未能找回，请撤销或重新签发：`,
      lost.map(({ certificateNo }) => certificateNo),
    ),
    // An entry reveals no number, so only the index of these is known.
    ...formatList(
      `${unknownCount} entries came back without their content and number: correct or issue those certificates again. 内容与编号均未找回，请对照邮件与纸质存档，重新更正或签发：`,
      unknown.map(({ from, count }) => `Index in the log 日志序号: ${from} to ${from + count - 1}`),
    ),
    ...formatList(
      `${reentered.length} certificates whose entry was never published get a new one. 条目从未公开，自动重新入册：`,
      reentered,
    ),
    'Restart the site. 请重启站点。',
  ]
}

/** Makes a heading with its lines; nothing when there are none. */
const formatList = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)]

const ENDS = { withdraw: ['withdrawn', '已撤销'], reissue: ['reissued', '已换发'] } as const

function describeVersion({ kind, version }: NonNullable<ReturnedCertificate['newest']>): string {
  const [english, chinese] =
    kind === 'publish' ? (version > 1 ? ['corrected', '已更正'] : ['published', '已签发']) : ENDS[kind]
  return `version ${version}, ${english}  第 ${version} 版，${chinese}`
}

function readArguments(args: readonly string[]) {
  try {
    const options = { from: { type: 'string' }, 'trust-database': { type: 'boolean' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch {
    return undefined
  }
}
