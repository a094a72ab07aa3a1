import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { type CommandOptions, EXIT, type Exit, printUsage, runCommand } from '#platform/commands/command.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { ProgressBar } from '#platform/commands/progress-bar.ts'
import type { Config } from '#platform/config/config.ts'
import { runWithDatabase } from '#platform/db/migrate.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { claimKey } from '#platform/secrets/claim-key.ts'
import { loadDigest } from '#platform/secrets/instance-secret.ts'
import { FAULTS_MAX, type ImportResult, importCertificates } from './certificate-import.ts'
import { createFolderPictures } from './pictures.ts'
import { formatProgress } from './progress-text.ts'

const USAGE =
  '用法：npm run import -- certificates 文件.csv|文件.jsonl|文件.xlsx [--sheet 工作表] [--pictures 图片目录] [--own 列名] [--leave 列名] [--allow-empty]\n列名与说明见 docs/certificates.md'

/** `npm run import`. @returns the exit code: 0 done, 1 nothing was stored, 2 wrong arguments */
export async function runImport(options: CommandOptions): Promise<Exit> {
  const { output, now = Date.now } = options
  const source = readArguments(options)
  if (!source) return printUsage(output, USAGE)
  return await runCommand(
    options,
    async (config, bar) => {
      const startedAt = now()
      const result = await importFile(source, config, bar, now)
      bar.end()
      output.write(formatSummary(result, now() - startedAt))
      return result.kind === 'done' ? EXIT.done : EXIT.refused
    },
    (reason) => `未导入：${reason}`,
  )
}

interface Source {
  path: string
  /** Name of the sheet, in a workbook. */
  sheet: string | undefined
  /** Folder. */
  pictures: string | null
  own: readonly string[]
  leave: readonly string[]
  mayEmpty: boolean
}

function readArguments({ args, folder }: CommandOptions): Source | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        pictures: { type: 'string' },
        sheet: { type: 'string' },
        own: { type: 'string', multiple: true },
        leave: { type: 'string', multiple: true },
        'allow-empty': { type: 'boolean' },
      },
    })
    const [kind, path, ...more] = positionals
    if (kind !== 'certificates' || path === undefined || more.length > 0) return undefined
    const pictures = values.pictures ? resolve(folder, values.pictures) : null
    const { sheet, own = [], leave = [], 'allow-empty': mayEmpty = false } = values
    return { path: resolve(folder, path), sheet, pictures, own, leave, mayEmpty }
  } catch {
    return undefined
  }
}

async function importFile(
  { path, sheet, pictures, own, leave, mayEmpty }: Source,
  config: Config,
  bar: ProgressBar,
  now: () => number,
): Promise<ImportResult> {
  if (pictures !== null && !isFolder(pictures)) throw new CommandError(`图片目录 ${pictures} 不存在`)
  const startedAt = now()
  const files = await openFiles(config)
  return await runWithDatabase(config.databaseUrl, async ({ db }) => {
    const digest = loadDigest(config)
    await claimKey(db, digest)
    return await importCertificates({
      db,
      path,
      sheet,
      own,
      leave,
      mayEmpty,
      now,
      digest,
      pictures: createFolderPictures({ db, folder: pictures, uploads: files.uploads }),
      onProgress(progress) {
        const show = progress.step === 'publishing' ? bar.showNow : bar.show
        show(progress.share, formatProgress(progress, now() - startedAt))
      },
    })
  }).finally(() => files.close())
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function formatSummary(result: ImportResult, elapsedMs: number): string {
  if (result.kind === 'refused') {
    const lines = result.faults.map(({ lineNo, reason }) => `  第 ${lineNo} 行：${reason}`)
    const head = result.hasMore ? `有误，只列出前 ${FAULTS_MAX} 处` : `有 ${lines.length} 处错误`
    return `未导入，${head}：\n${lines.join('\n')}\n`
  }
  const { rows, added, corrected, unchanged, resumedFrom } = result
  const seconds = elapsedMs / SECOND_MS
  const count = (number: number) => number.toLocaleString('en')
  const speed = Math.round((rows - resumedFrom) / Math.max(seconds, 0.001))
  const resumed = resumedFrom > 0 ? `（从第 ${count(resumedFrom + 1)} 份接续）` : ''
  return [
    `已导入 ${count(rows)} 份证书${resumed}`,
    `  新增 ${count(added)} · 更正 ${count(corrected)} · 未变 ${count(unchanged)}`,
    `  用时 ${seconds.toFixed(1)} 秒，每秒 ${count(speed)} 份\n`,
  ].join('\n')
}
