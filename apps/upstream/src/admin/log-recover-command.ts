import { parseArgs } from 'node:util'
import { EXIT } from '#commands/command.ts'
import type { Config } from '#config.ts'
import type { Db } from '#db/open.ts'
import type { AuditWriter } from '#manage/audit-log.ts'
import { openCopy } from '#resources/log/recovery/log-copy.ts'
import { recoverLog } from '#resources/log/recovery/recover-log.ts'
import type { AdminResult } from './admin-command.ts'

export const LOG_USAGE = [
  'npm run admin -- log-recover --from URL|FOLDER   公开日志停止后，由副本补回条目 (leads the stopped public log on from a copy)',
  'npm run admin -- log-recover --trust-database    标记文件已失，且确知没有更新的检查点 (no newer checkpoint was ever published)',
]

interface Options extends AuditWriter {
  db: Db
  config: Pick<Config, 'dataDir' | 'logSeed' | 'siteUrl'>
  /** Base of a relative folder. */
  folder: string
}

/** `npm run admin -- log-recover …`: leads the public log on after a restored backup. @throws CommandError */
export async function runLogRecover(args: readonly string[], options: Options): Promise<AdminResult> {
  const { db, config, folder, digest, now } = options
  const { dataDir, logSeed, siteUrl } = config
  const wanted = readArguments(args)
  if (!wanted) return { exitCode: EXIT.usage, lines: LOG_USAGE }
  const { from, 'trust-database': trustsDatabase = false } = wanted
  const copy = from === undefined ? undefined : openCopy(from, folder)
  const { size, lost, reentered } = await recoverLog({
    ...{ db, dataDir, logSeed, siteUrl, digest, now, copy, trustsDatabase },
  })
  return {
    exitCode: EXIT.done,
    lines: [
      `The public log continues after ${size} entries.`,
      `${lost.count} entries came back without their content: correct or issue those certificates again.`,
      // An entry reveals no number, and the database has lost its record: the index is all that is known.
      ...(lost.count > 0 ? [`  Index in the log: ${lost.from} to ${lost.from + lost.count - 1}`] : []),
      `${reentered.length} certificates whose entry was never published get a new one. Restart the site.`,
      ...reentered.map((certificateNo) => `  ${certificateNo}`),
    ],
  }
}

function readArguments(args: readonly string[]) {
  try {
    const options = { from: { type: 'string' }, 'trust-database': { type: 'boolean' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch {
    return undefined
  }
}
