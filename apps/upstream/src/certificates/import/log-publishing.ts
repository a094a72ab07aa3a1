import { sql } from 'kysely'
import { lockLog } from '#log/append.ts'
import { enterBacklog } from '#log/backlog.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'

/**
 * Appends the entries that certificates wait for, so that staging knows the newest entry of each number.
 * @throws CommandError
 */
export async function closeBacklog(options: Parameters<typeof enterBacklog>[0]): Promise<void> {
  const { stopped } = await options.db.selectFrom('log_state').select('stopped').executeTakeFirstOrThrow()
  if (stopped !== null) throw new CommandError(STOPPED)
  await enterBacklog(options).catch(throwCommandError)
}

/** Locks the log like `lockLog`. @throws CommandError when the log was stopped */
export const lockOpenLog = (trx: Db): Promise<number> => lockLog(trx).catch(throwCommandError)

const STOPPED = '公开日志已停止，暂不能发布证书。处理方法见 docs/operating.zh-CN.md'

function throwCommandError(error: unknown): never {
  throw error instanceof AppError ? new CommandError(STOPPED) : error
}

interface Chunk {
  /** The part begins after this number. */
  after: string
  /** The part ends with this number. */
  end: string
  /** Number of entries in the log before. */
  size: number
}

/** SQL of the index that a staged row gets: `appendStaged` numbers in the same order. */
export const computeStagedIndex = (size: number) =>
  sql<number | null>`case when log_entry is not null then cast(${size} as bigint) - 1
    + count(log_entry) over (order by certificate_no rows unbounded preceding) end`.as('log_index')

/** Appends the entries of a part of an import. @returns their number */
export async function appendStaged(trx: Db, importId: number, { after, end, size }: Chunk): Promise<number> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('log_entries')
    .columns(['idx', 'entry', 'certificate_no', 'record_id', 'seal'])
    .expression((eb) =>
      eb
        .selectFrom('certificate_staging')
        .select([
          sql<number>`cast(${size} as bigint) - 1 + row_number() over (order by certificate_no)`.as('idx'),
          sql<string>`log_entry`.as('entry'),
          'certificate_no',
          'log_record_id as record_id',
          sql<string>`log_seal`.as('seal'),
        ])
        .where('import_id', '=', importId)
        .where('certificate_no', '>', after)
        .where('certificate_no', '<=', end)
        .where('log_entry', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}
