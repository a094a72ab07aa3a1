import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from './open.ts'

const MIGRATE = `
  import { migrate } from '${import.meta.dirname}/migrate.ts'
  import { openDatabase } from '${import.meta.dirname}/open.ts'
  const database = openDatabase(process.argv[1])
  await migrate(database)
  await database.close()
`

it('creates the tables of an SQLite file once when four processes start together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrate-'))
  const url = `sqlite:${join(folder, 'portal.db')}`
  const processes = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', MIGRATE, url], { stdio: 'pipe' }),
  )
  const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]))
  const database = openDatabase(url)
  const categories = await database.db.selectFrom('categories').select('id').execute()
  await database.close()
  rmSync(folder, { recursive: true })
  expect(codes).toEqual([0, 0, 0, 0])
  expect(categories).toHaveLength(5)
})
