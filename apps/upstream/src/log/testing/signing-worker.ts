// Appends entries and signs them until it is killed. Arguments: URL of the database, DATA_DIR. The environment has the other settings.

import { createLogSigner } from '#log/log-signer.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/db/open.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { addEntry, TEST_DIGEST } from './log-entries.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const { db } = openDatabase(url)
const { markStore } = await openFiles(readConfig({ ...process.env, DATA_DIR: dataDir }))
const signer = createLogSigner({
  db,
  digest: TEST_DIGEST,
  dataDir,
  markStore,
  logSeed: Buffer.alloc(32, 1),
  siteUrl: 'https://lab.example',
  now: Date.now,
  onStop: ({ message }) => process.send?.({ stopped: message }),
})
process.send?.({ started: true })
for (let count = 0; ; count += 1) {
  await addEntry({ db, digest: TEST_DIGEST }, JSON.stringify({ process: process.pid, count }))
  await signer.sign()
}
