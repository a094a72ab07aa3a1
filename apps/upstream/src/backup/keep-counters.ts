import { DatabaseSync } from 'node:sqlite'
import { isDamage } from '#platform/db/lone-database.ts'
import { tableNames } from '#platform/db/sqlite-tables.ts'

/**
 * Raises the counters of certificate numbers in a database that is about to be restored: what was given out after the backup may stand
 * on paper already, and is not given out again. A damaged database raises none.
 * @param former the database that it takes the place of
 */
export function keepCounters(former: DatabaseSync, file: string): void {
  const database = new DatabaseSync(file)
  try {
    const hasTables = (one: DatabaseSync) =>
      ['certificate_counters', 'certificate_free_numbers'].every((table) => tableNames(one).includes(table))
    if (!hasTables(former) || !hasTables(database)) return
    const raise = database.prepare(
      `insert into certificate_counters (day, serial) values (?, ?)
       on conflict (day) do update set serial = excluded.serial where excluded.serial > certificate_counters.serial`,
    )
    for (const { day, serial } of former.prepare('select day, serial from certificate_counters').all()) {
      raise.run(day ?? null, serial ?? null)
    }
    // Those that were free then may have been given out since.
    database.exec('delete from certificate_free_numbers')
  } catch (error) {
    if (!isDamage(error)) throw error
  } finally {
    database.close()
  }
}
