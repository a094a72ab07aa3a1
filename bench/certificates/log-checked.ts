import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { type MeasuredServer, startUpstream } from '../measuring/measured-servers.ts'

const LOOK_MS = 100

/** Resolves once upstream has read the whole public log, as it does after each start. */
export async function untilLogChecked(dataDir: string, startedAt: number): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'portal.db'), { readOnly: true })
  const mark = database.prepare("select at from health_marks where name = 'log.checked' and at >= ?")
  while (!mark.get(startedAt)) await wait(LOOK_MS)
  database.close()
}

/** Starts a measured upstream and waits for the same. */
export async function startChecked(dataDir: string): Promise<MeasuredServer> {
  const startedAt = Date.now()
  const server = await startUpstream(dataDir)
  await untilLogChecked(dataDir, startedAt)
  return server
}
