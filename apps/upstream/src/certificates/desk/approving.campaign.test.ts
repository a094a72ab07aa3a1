import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDatabase } from '#platform/db/open.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import type { KilledApproval } from '#testing/staff/killed-approval.ts'

const SCRIPT = join(import.meta.dirname, '../../testing/staff/killed-approval.ts')
/** Above the number of statements of an approval. */
const STATEMENTS_MAX = 80
/** Numbers of the statements after which the process is killed: every one, or a few. */
const KILLS = Array.from({ length: STATEMENTS_MAX }, (_none, at) => at + 1)

let folder: string
let file: string
let approvals: Omit<KilledApproval, 'killAfter'>[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-approving-'))
  file = join(folder, 'portal.db')
  const upstream = await makeUpstream({ content: 'none', databaseUrl: `sqlite:${file}`, env: { DATA_DIR: folder } })
  const desk = createDeskPeople(upstream)
  const writer = await desk.person('周观澜', ['certify'])
  const signer = await desk.person('陈景行', ['approve'])
  for (const _kill of KILLS) {
    // A correction writes most: version, number, history, list, outbox, audit log.
    const certificateNo = await desk.published(writer, signer)
    await desk.corrected(writer, certificateNo)
    const seen = await desk.seen(signer, certificateNo)
    approvals = [...approvals, { file, dataDir: folder, token: signer.token, certificateNo, ...seen }]
  }
  await upstream.close()
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Reads state, version, texts, pending changes, approvals and entries of the audit log of a number. */
async function readStored(db: Db, certificateNo: string) {
  const entry = await db
    .selectFrom('certificates')
    .select(['state', 'version'])
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirstOrThrow()
  const readRows = async (table: 'certificate_versions' | 'pending_changes') =>
    (await db.selectFrom(table).select('version').where('certificate_no', '=', certificateNo).execute()).length
  const events = db.selectFrom('certificate_events').select('id').where('certificate_no', '=', certificateNo)
  const audit = db.selectFrom('audit_log').select('id').where('action', '=', 'certificate.approve')
  const approved = await events.where('step', '=', 'approve').execute()
  const doneEntries = await audit.where('target_id', '=', certificateNo).where('outcome', '=', 'done').execute()
  const listed = await db
    .selectFrom('certificate_desk')
    .select(['version', 'change_state'])
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirstOrThrow()
  return {
    ...entry,
    texts: await readRows('certificate_versions'),
    changes: await readRows('pending_changes'),
    approved: approved.length,
    audited: doneEntries.length,
    listed: listed.version,
    inList: listed.change_state,
  }
}

const BEFORE = {
  state: 'published',
  version: 1,
  texts: 1,
  changes: 1,
  approved: 1,
  audited: 1,
  listed: 2,
  inList: 'submitted',
}
const AFTER = { state: 'published', version: 2, texts: 2, changes: 0, approved: 2, audited: 2, listed: 2, inList: null }

// Some sixty starts of a process, one after the other.
it('an approval that is killed after any of its statements leaves one version or the other, whole, and the log agrees', async () => {
  let [before, after] = [0, 0]
  for (const [nth, killAfter] of KILLS.entries()) {
    const approval = approvals[nth]
    if (!approval) throw new Error('a certificate is missing')
    const child = fork(SCRIPT, [JSON.stringify({ ...approval, killAfter })], { execArgv: [], stdio: 'ignore' })
    const [code, signal] = await once(child, 'exit')
    const { db, close } = openDatabase(`sqlite:${file}`)
    const stored = await readStored(db, approval.certificateNo)
    expect(await findLogFaults(db)).toEqual([])
    await close()
    expect([BEFORE, AFTER]).toContainEqual(stored)
    if (stored.version === 1) before += 1
    else after += 1
    // The approval has fewer statements, so no further interruption is possible.
    if (signal === null) {
      expect({ code, stored }).toEqual({ code: 0, stored: AFTER })
      break
    }
  }
  expect(before).toBeGreaterThanOrEqual(20)
  expect(after).toBeGreaterThanOrEqual(1)
}, 900_000)
