import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNodeSqliteDialect } from './node-sqlite.ts'
import { openWriteAheadLog } from './write-ahead-log.ts'

interface Notes {
  notes: { text: string }
}

/** A disk whose flushes end when the test resolves them. */
function makeSlowDisk() {
  const turns: PromiseWithResolvers<void>[] = []
  return {
    turns,
    datasync() {
      const turn = Promise.withResolvers<void>()
      turns.push(turn)
      return turn.promise
    },
  }
}

let folder: string
let file: string
let disk: ReturnType<typeof makeSlowDisk>
let db: Kysely<Notes>
let answered: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-log-'))
  file = join(folder, 'notes.db')
  const database = new DatabaseSync(file)
  database.exec('create table notes (text text not null) strict')
  database.close()
  disk = makeSlowDisk()
  db = new Kysely<Notes>({
    dialect: createNodeSqliteDialect(file, (path) => openWriteAheadLog(path, { datasync: disk.datasync })),
  })
  answered = []
})
afterEach(async () => {
  for (const { resolve } of disk.turns) resolve()
  await db.destroy()
  rmSync(folder, { recursive: true })
})

async function add(text: string): Promise<void> {
  await db.insertInto('notes').values({ text }).execute()
  answered.push(text)
}

const readTexts = async () => (await db.selectFrom('notes').select('text').execute()).map(({ text }) => text)

it('answers a write after its flush, without blocking readers', async () => {
  const adding = add('one')
  await expect.poll(() => disk.turns).toHaveLength(1)
  expect(await readTexts()).toEqual(['one'])
  await db.transaction().execute(async (trx) => await trx.selectFrom('notes').selectAll().execute())
  expect(answered).toEqual([])
  disk.turns[0]?.resolve()
  await adding
  expect(answered).toEqual(['one'])
})

it('flushes concurrent writes together, and answers transactions in commit order', async () => {
  const write = async (...lines: string[]) => {
    await db.transaction().execute(async (trx) => {
      for (const text of lines) await trx.insertInto('notes').values({ text }).execute()
    })
    answered.push(...lines)
  }
  const first = write('one')
  await expect.poll(() => disk.turns).toHaveLength(1)
  const others = [write('two', 'three'), write('four'), write('five', 'six')]
  expect(await readTexts()).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  disk.turns[0]?.resolve()
  await first
  await expect.poll(() => disk.turns).toHaveLength(2)
  expect(answered).toEqual(['one'])
  disk.turns[1]?.resolve()
  await Promise.all(others)
  expect(answered).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  expect(disk.turns).toHaveLength(2)
})

it('fails every write after a failed flush', async () => {
  const adding = add('one')
  await expect.poll(() => disk.turns).toHaveLength(1)
  disk.turns[0]?.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  await expect(adding).rejects.toThrow('i/o error')
  await expect(add('two')).rejects.toThrow('i/o error')
  expect(await readTexts()).toContain('one')
  expect(disk.turns).toHaveLength(1)
})

it('does not flush after a statement that changes no row', async () => {
  await readTexts()
  await db.deleteFrom('notes').where('text', '=', 'nobody wrote this').execute()
  expect(disk.turns).toEqual([])
})

it('checkpoints the log automatically', async () => {
  const other = join(folder, 'other.db')
  copyFileSync(file, other)
  const written = new Kysely<Notes>({
    dialect: createNodeSqliteDialect(other, (path) => openWriteAheadLog(path, { checkpointMs: 1 })),
  })
  /** Reads the rows in the database file, without those in its log. */
  function readFileRows(): unknown[] {
    const copy = join(folder, 'copy.db')
    copyFileSync(other, copy)
    const database = new DatabaseSync(copy)
    try {
      return database.prepare('select text from notes').all()
    } finally {
      database.close()
    }
  }
  await written.insertInto('notes').values({ text: 'one' }).execute()
  await vi.waitFor(() => expect(readFileRows()).toEqual([{ text: 'one' }]), { timeout: 10_000 })
  await written.destroy()
})
