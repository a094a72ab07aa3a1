import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '#platform/commands/command-error.ts'
import { type FileFacts, isKnownPath } from './stored-files.ts'

const MANIFEST_FILE = 'manifest.json'
/** Checksum of the manifest in the format of `sha256sum`, which can check it too. */
const MANIFEST_SUM_FILE = 'manifest.sha256'

/** Both files that describe a backup. */
export const MANIFEST_FILES = [MANIFEST_FILE, MANIFEST_SUM_FILE] as const

/** Version of the format. It rises when older programs could not read a backup any more, or today's an older one. */
export const FORMAT = 1

/** The content of `manifest.json`. */
export interface Manifest {
  kind: 'portal-backup'
  format: number
  /** ISO 8601, UTC. */
  madeAt: string
  /** `postgres`: the backup does not contain the database itself. */
  database: 'sqlite' | 'postgres'
  /** Name of the newest migration; `null` without a database. */
  schema: string | null
  /** Number of rows of each table. */
  rows: Record<string, number>
  /** All other files of the backup; paths are relative, with `/`. */
  files: ({ path: string } & FileFacts)[]
}

const sumLine = (text: string) => `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST_FILE}\n`

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  for (const [name, content] of [
    [MANIFEST_FILE, text],
    [MANIFEST_SUM_FILE, sumLine(text)],
  ] as const) {
    await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx', flush: true })
  }
}

/** Reads a manifest. @throws CommandError when the folder contains no whole backup, or one of a later format */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, sum] = await Promise.all(
    [MANIFEST_FILE, MANIFEST_SUM_FILE].map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)),
  )
  if (text === undefined || sum === undefined) throw new CommandError(`${folder} is no backup: it has no manifest.`)
  if (sum !== sumLine(text)) throw new CommandError('The manifest was altered or is cut short.')
  const read: unknown = parse(text)
  const { format } = Object(read)
  if (typeof format === 'number' && format > FORMAT) {
    throw new CommandError(`The backup has format ${format}; this version reads up to ${FORMAT}.`)
  }
  if (!isManifest(read)) throw new CommandError('The manifest is none of ours.')
  return read
}

function isManifest(read: unknown): read is Manifest {
  const { kind, format, madeAt, database, schema, rows, files }: Partial<Record<keyof Manifest, unknown>> = Object(read)
  return (
    kind === 'portal-backup' &&
    format === FORMAT &&
    typeof madeAt === 'string' &&
    (database === 'sqlite' || database === 'postgres') &&
    (schema === null || typeof schema === 'string') &&
    Object.values(Object(rows)).every(Number.isSafeInteger) &&
    Array.isArray(files) &&
    files.every(isFile)
  )
}

function isFile(read: unknown): boolean {
  const { path, bytes, sha256 }: Record<string, unknown> = Object(read)
  return (
    typeof path === 'string' && isKnownPath(path) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(`${sha256}`)
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
