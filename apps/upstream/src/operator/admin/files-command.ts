import { type CommandOptions, EXIT } from '#platform/commands/command.ts'
import { createProgressBar } from '#platform/commands/progress-bar.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { acceptFiles } from '#platform/files/claim-files.ts'
import { findMissing } from '#platform/files/missing-files.ts'
import { moveFiles } from '#platform/files/move-files.ts'
import { findUnnamed, NAMED_AREAS, type NamedArea } from '#platform/files/named-files.ts'
import { AREAS, type Files, openFiles } from '#platform/files/open-files.ts'
import { findUnusedUploads } from '#platform/files/unused-uploads.ts'
import type { AdminResult } from './admin-result.ts'

export const FILES_USAGE = [
  'npm run admin -- files check                 核对文件与数据库 (lists files without a row, and rows whose file is gone)',
  'npm run admin -- files accept                文件已全部丢失时，认可现在的存储 (takes the present store as that of this site, after a loss)',
  'npm run admin -- files move --to s3|folder   复制全部文件到对象存储或 DATA_DIR (copies all files; repeat it for the rest)',
]

interface Options extends Pick<CommandOptions, 'progress'> {
  db: Db
  config: Config
  now: () => number
}

/** `npm run admin -- files …` */
export async function runFiles(args: readonly string[], options: Options): Promise<AdminResult> {
  const command = args.join(' ')
  if (command === 'check') return await useFiles(options, options.config, (files) => checkFiles({ ...options, files }))
  if (command === 'accept') return await useFiles(options, options.config, (files) => accept({ ...options, files }))
  if (command === 'move --to s3' || command === 'move --to folder')
    return await moveAll(command === 'move --to s3', options)
  return { exitCode: EXIT.usage, lines: FILES_USAGE }
}

async function useFiles<T>(
  { now }: Options,
  place: Pick<Config, 'dataDir' | 's3'>,
  use: (files: Files) => Promise<T>,
): Promise<T> {
  const files = await openFiles(place, now)
  try {
    return await use(files)
  } finally {
    files.close()
  }
}

/** Lists what does not match between stores and rows. Refuses when files are missing: the site deletes the others itself. */
async function checkFiles({ db, files, now }: Options & { files: Files }): Promise<AdminResult> {
  const lines: string[] = []
  let hasMissing = false
  for (const area of NAMED_AREAS) {
    const missing = await findMissing(area, db, files[area])
    const orphans = [...(await findOrphans(area, { db, store: files[area], now }))]
    lines.push(`${AREAS[area]}: ${missing.length} missing, ${orphans.length} without a row`)
    lines.push(
      ...missing.map((name) => `  missing        ${name}`),
      ...orphans.map((name) => `  without a row  ${name}`),
    )
    hasMissing ||= missing.length > 0
  }
  return { exitCode: hasMissing ? EXIT.refused : EXIT.done, lines }
}

async function accept({ db, files, config: { s3 } }: Options & { files: Files }): Promise<AdminResult> {
  await acceptFiles(db, files.instance)
  const place = s3 === null ? 'The folder of DATA_DIR' : `The bucket ${s3.bucket}`
  return { exitCode: EXIT.done, lines: [`${place} is that of this database now. \`files check\` lists what it lacks.`] }
}

/** Finds what the next sweeps of the site delete. */
const findOrphans = async (area: NamedArea, options: Parameters<typeof findUnnamed>[1]) =>
  area === 'uploads'
    ? await findUnusedUploads({ ...options, uploads: options.store })
    : await findUnnamed(area, options)

async function moveAll(isToS3: boolean, options: Options): Promise<AdminResult> {
  const { config, progress, now } = options
  if (config.s3 === null) {
    const lines = ['Set S3_BUCKET and the other S3_ variables for this command, in both directions.']
    return { exitCode: EXIT.usage, lines }
  }
  const [folder, bucket] = [{ dataDir: config.dataDir, s3: null }, config]
  const [from, to] = isToS3 ? [folder, bucket] : [bucket, folder]
  const bar = createProgressBar(progress, now)
  try {
    const moved = await useFiles(options, from, (source) =>
      useFiles(options, to, (target) =>
        moveFiles(source, target, (done, of) => bar.show(done / of, `${done} of ${of} files`)),
      ),
    )
    const { copied, same, different } = moved
    const lines = [
      `${copied} files copied, ${same} were there already; each was read again and is the same. Nothing was deleted.`,
      ...different.map((path) => `${path} has another content there and was left as it is.`),
    ]
    return { exitCode: different.length > 0 ? EXIT.refused : EXIT.done, lines }
  } finally {
    bar.end()
  }
}
