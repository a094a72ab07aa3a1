import { text } from 'node:stream/consumers'
import { type Config, ConfigError } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { type FileStore, makeFileName, StorageFault } from './file-store.ts'
import type { Files } from './open-files.ts'
import { describeBucket, explainStorageFault } from './storage-refusals.ts'

interface Options {
  db: Db
  files: Pick<Files, 'instance'>
  config: Pick<Config, 's3'>
}

/**
 * Compares the file store with the database, which names one file of it. The first start stores this file. A folder gets it again when it
 * is missing, since it lies beside the keys; a bucket without it is the bucket of another site, or lacks the files of this one.
 * @returns why object storage could not be asked; `null`: the store belongs to the database
 * @throws ConfigError when it does not, or refuses this site
 */
export async function claimFiles({ db, files: { instance }, config: { s3 } }: Options): Promise<StorageFault | null> {
  try {
    const name = (await readFileMark(db)) ?? (await makeFileMark(db, instance))
    if ((await readContent(instance, name)) !== undefined) return null
    if (s3 !== null) throw new ConfigError(`${describeBucket(s3)} lacks the file instance/${name}, ${OTHER_STORE}`)
    await instance.put(name, CONTENT)
    return null
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error
    if (s3 === null || error.refusal === undefined) return error
    throw new ConfigError(explainStorageFault(error, s3))
  }
}

/** Makes this store that of the database, for an operator whose files are lost. @throws StorageFault */
export async function acceptFiles(db: Db, instance: FileStore): Promise<void> {
  const name = (await readFileMark(db)) ?? (await makeFileMark(db, instance))
  await instance.put(name, CONTENT)
}

/** Reads the name of the file that the store of this database has; `undefined` before the first start. */
export async function readFileMark(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('instance').select('value').where('name', '=', 'files').executeTakeFirst()
  return found?.value
}

const CONTENT = Buffer.from('The database of this site names this file.\n')
const OTHER_STORE =
  'which the database names. Correct S3_BUCKET and S3_ENDPOINT. For a new bucket copy the files, `npm run admin -- files move --to s3`, or restore ' +
  'them from a backup. If they are lost for good: `npm run admin -- files accept`, then start again.'

/** The file comes first, then the row. Of several processes that start together one stores the row. */
async function makeFileMark(db: Db, instance: FileStore): Promise<string> {
  const own = makeFileName()
  await instance.put(own, CONTENT)
  await db
    .insertInto('instance')
    .values({ name: 'files', value: own })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const name = (await readFileMark(db)) ?? own
  if (name !== own) await instance.delete(own)
  return name
}

/** Reads the file and not only its head, because the answer to `HEAD` does not say why it is refused. */
async function readContent(store: FileStore, name: string): Promise<string | undefined> {
  const found = await store.get(name)
  return found && (await text(found.content))
}
