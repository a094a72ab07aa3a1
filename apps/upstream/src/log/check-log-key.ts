import { createNoteSigner, type NoteSigner } from '@portal/contract/tlog/note-signing.ts'
import { checkSignature, readNote } from '@portal/contract/tlog/signed-notes.ts'
import { type Config, ConfigError } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { readLogState } from './log-signer.ts'

const OTHER_KEY =
  'LOG_KEY (or LOG_KEY_FILE) is not the key of the public log of this site, so this machine would stop the log on all machines. Take the key of the ' +
  'other machines, or of your copy. If that key is lost for good: `npm run admin -- log-recover`, which stops the log, then start again; the site ' +
  'then publishes nothing.'

/**
 * Compares the key of this process with the newest checkpoint, where machines share no folder and each has its own copy of the key.
 * A log that is stopped already keeps no machine from starting.
 * @throws ConfigError for another key
 */
export async function checkLogKey(db: Db, { s3, logSeed }: Pick<Config, 's3' | 'logSeed'>): Promise<void> {
  const { origin, checkpoint, stopped } = await readLogState(db)
  if (s3 === null || logSeed === null || origin === null || checkpoint === null || stopped !== null) return
  if (!(await isSignedBy(checkpoint, await createNoteSigner(origin, logSeed)))) throw new ConfigError(OTHER_KEY)
}

export async function isSignedBy(checkpoint: string, { key }: NoteSigner): Promise<boolean> {
  const note = readNote(checkpoint)
  return note !== undefined && (await checkSignature(note, key)) === 'right'
}
