import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describePostgres } from '#testing/databases.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'

/** Number of approvals of each instance. */
const APPROVALS = 300
/** Number of concurrent writers of each instance. */
const LANES = 4

describePostgres('two upstream instances that publish at once', (make) => {
  it('number all entries in one sequence', async () => {
    const database = await make('migrated')
    // Key and mark of the log are in the folder.
    const folder = mkdtempSync(join(tmpdir(), 'portal-two-instances-'))
    const env = { DATA_DIR: folder }
    const start = () => makeUpstream({ content: 'none', databaseUrl: database.url, env }, true)
    const instances = [await start(), await start()]
    const desks = instances.map(createDeskPeople)
    const [first, second] = desks
    if (!first || !second) throw new Error('an instance is missing')
    const zhou = await first.person('周观澜', ['certify'])
    const signers = [await first.person('陈景行', ['approve']), await second.person('林知微', ['approve'])]
    const numbers: string[] = []
    while (numbers.length < 2 * APPROVALS) numbers.push(await first.submitted(zhou))
    const approveAll = async (desk: typeof first, signer: Member, of: string[]) => {
      for (let no = of.pop(); no !== undefined; no = of.pop()) {
        expect(await desk.approve(signer, no)).toMatchObject({ code: 200 })
      }
    }
    const lanes = desks.flatMap((desk, at) => {
      const own = numbers.slice(at * APPROVALS, (at + 1) * APPROVALS)
      return Array.from({ length: LANES }, () => approveAll(desk, signers[at] ?? zhou, own))
    })
    await Promise.all(lanes)
    const [one] = instances
    expect(one && (await findLogFaults(one.db))).toEqual([])
    const state = await one?.db.selectFrom('log_state').select(['size', 'stopped']).executeTakeFirstOrThrow()
    expect(state).toEqual({ size: 2 * APPROVALS, stopped: null })
    for (const instance of instances) await instance.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  }, 300_000)
})
