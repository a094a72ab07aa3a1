import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { ConfigError, type Environment, readConfig } from '#config.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { digestWith, loadInstallKey } from '#install-key.ts'
import { FAULTS_MAX, type ImportResult, importCertificates } from './certificate-import.ts'
import { ImportError } from './import-error.ts'
import { folderPictures } from './pictures.ts'
import { createProgressLine, type ProgressOutput } from './progress-line.ts'

export interface CommandOptions {
  /** `certificates FILE [--pictures DIR]` */
  args: readonly string[]
  env: Environment
  /** What relative paths are relative to. */
  folder: string
  /** Where the summary and the faults go. */
  output: { write(text: string): unknown }
  progress: ProgressOutput
  now?: () => number
}

const USAGE =
  '用法：npm run import -- certificates 文件.csv|文件.jsonl [--pictures 图片目录]\n列名与说明见 docs/certificates.md\n'
const EXIT_USAGE = 2

/** `npm run import`. @returns the exit code: 0 done, 1 nothing was stored, 2 called in a wrong way */
export async function runImport(options: CommandOptions): Promise<number> {
  const { output } = options
  const asked = readArguments(options)
  if (!asked) {
    output.write(USAGE)
    return EXIT_USAGE
  }
  try {
    return await importFile(options, asked)
  } catch (error) {
    if (error instanceof ConfigError) {
      output.write(`${error.message}\n`)
      return EXIT_USAGE
    }
    if (!(error instanceof ImportError)) throw error
    output.write(`未导入：${error.message}\n`)
    return 1
  }
}

interface Asked {
  path: string
  pictures: string | null
}

function readArguments({ args, folder }: CommandOptions): Asked | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { pictures: { type: 'string' } },
    })
    const [what, path, ...more] = positionals
    if (what !== 'certificates' || path === undefined || more.length > 0) return undefined
    return { path: resolve(folder, path), pictures: values.pictures ? resolve(folder, values.pictures) : null }
  } catch {
    return undefined
  }
}

async function importFile({ env, output, progress, now = Date.now }: CommandOptions, asked: Asked): Promise<number> {
  if (asked.pictures !== null && !isFolder(asked.pictures)) throw new ImportError(`图片目录 ${asked.pictures} 不存在`)
  const config = readConfig(env)
  const database = openDatabase(config.databaseUrl)
  const line = createProgressLine(progress, now)
  const startedAt = now()
  try {
    await migrate(database)
    const { db } = database
    const result = await importCertificates({
      db,
      digest: digestWith(loadInstallKey(config.dataDir)),
      path: asked.path,
      pictures: folderPictures({ db, folder: asked.pictures, filesDir: join(config.dataDir, 'files') }),
      now,
      onProgress: line.show,
    })
    line.end()
    output.write(summaryOf(result, now() - startedAt))
    return result.kind === 'done' ? 0 : 1
  } finally {
    line.end()
    await database.close()
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function summaryOf(result: ImportResult, elapsedMs: number): string {
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
