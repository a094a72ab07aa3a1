import { DatabaseSync } from 'node:sqlite'
import { isDamage } from '#platform/db/lone-database.ts'
import { listTableNames } from '#platform/db/sqlite-tables.ts'

/**
 * Raises the counters of certificate numbers in a database that is about to be restored: a number that was assigned
 * after the backup may be on paper, and must not be assigned again. A damaged database raises none.
 * @param former the database that is replaced
 */
export function keepCounters(former: DatabaseSync, file: string): void {
  const database = new DatabaseSync(file)
  try {
    const hasTables = (one: DatabaseSync) =>
      ['certificate_counters', 'certificate_free_numbers'].every((table) => listTableNames(one).includes(table))
    if (!hasTables(former) || !hasTables(database)) return
    const raise = database.prepare(
      `insert into certificate_counters (day, serial) values (?, ?)
       on conflict (day) do update set serial = excluded.serial where excluded.serial > certificate_counters.serial`,
    )
    for (const { day, serial } of former.prepare('select day, serial from certificate_counters').all()) {
      raise.run(day ?? null, serial ?? null)
    }
    // Numbers that were free at the time of the backup may have been assigned since.
    database.exec('delete from certificate_free_numbers')
  } catch (error) {
    if (!isDamage(error)) throw error
  } finally {
    database.close()
  }
}
