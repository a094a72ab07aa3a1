import { resolve } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { CommandError } from './command-error.ts'

/** Finds the file of the SQLite database; `null` for PostgreSQL. @throws CommandError for a database in memory */
export function findDatabaseFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null
  const file = databaseUrl.slice('sqlite:'.length)
  if (file === ':memory:') throw new CommandError('A database in memory cannot be backed up, restored or moved.')
  return resolve(file)
}
